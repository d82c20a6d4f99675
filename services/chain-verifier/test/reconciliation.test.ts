import { randomUUID } from 'node:crypto';
import { makeMac } from '@naughty-list/service-kit/database/database';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { startSecondProvider } from '@naughty-list/test-kit/second-provider';
import { expect, it } from 'vitest';
import { loadMint } from '../src/mint/mint.ts';
import { reconcile } from '../src/reconciliation/reconcile.ts';
import { readFigures } from '../src/reconciliation/repository.ts';
import { chainVerifier } from '../src/service.ts';
import { findTerms } from '../src/terms/terms.ts';
import { watchOf } from '../src/watch/start.ts';
import { watchOnce } from '../src/watch/watch.ts';
import { burn, payBurnWallet } from './transactions.ts';
import { eventually, removalDemand, startTestChain, startVerifier } from './verifier-under-test.ts';

// Three accepted payments; a burn and a transfer that pay for nothing.
const chain = closeAfterAll(await startTestChain());
const second = closeAfterAll(await startSecondProvider(chain.url));
const first = await burn(chain, 'LISTBURN001');
const verifier = closeAfterAll(
  await startVerifier({
    chain,
    settings: {
      SOLANA_RPC_URLS: `${chain.url},${second.url}`,
      SOLANA_RPC_QUORUM: '2',
      SOLANA_RPC_REQUESTS_PER_SECOND: '0',
      WATCH_FROM: first,
    },
  }),
);
const mint = await loadMint(verifier.context, chain.mint);
const payments = [first, await burn(chain, 'LISTBURN002'), await payBurnWallet(chain, 'LISTBURN003')];
await burn(chain, 'for the fun of it', 5_000_001n);
await payBurnWallet(chain, 'a present', 7_000_000n);
const accepted: { id: string; signature: string }[] = [];
for (const [at, signature] of payments.entries()) {
  const id = await verifier.claim(signature, removalDemand(at + 1));
  await verifier.decided(id);
  accepted.push({ id, signature });
}

const db = () => verifier.context.db;
const mayGoOn = () => true;

/** Watches until everything so far was observed. */
async function watch() {
  const terms = await findTerms(db(), mint.cluster);
  await eventually(async () => {
    await watchOnce(watchOf(verifier.context, terms), { mint, mayGoOn });
    return (await db()('observed_burns')).length;
  }).toBe(5);
}

/** As the audit of the ledger checks the figures. */
async function areOwn(): Promise<boolean> {
  const { mac, ...said } = await db()('state').first('mac', 'figures', 'completed_at', 'observed_since');
  return mac.equals(makeMac(db(), 'reconciliation', Object.values(said)));
}

const due = () => db()('state').update({ due_at: new Date(0), busy_until: new Date(0) });

async function run() {
  await due();
  return reconcile(verifier.context, { mint, mayGoOn });
}

/** Another accepted claim, written into the database without the judge. */
async function forge(changes: { signature?: string; amount?: string }) {
  const id = `removal_${randomUUID()}`;
  await db().raw(
    `insert into verifications (id, purpose, cluster, signature, subject, demand, stage, outcome, amount, decimals, slot,
       judged_demand, received_at, judged_at)
     select :id, purpose, cluster, coalesce(:signature, signature), :id, demand, stage, outcome, coalesce(:amount, amount), decimals,
       slot, judged_demand, received_at, judged_at from verifications where id = :of`,
    { id, signature: changes.signature ?? null, amount: changes.amount ?? null, of: accepted[0]?.id ?? '' },
  );
  return () => db()('verifications').where({ id }).delete();
}

it('finds every accepted payment on the chain, and lists what paid for nothing', async () => {
  await watch();
  expect(await readFigures(db())).toBeNull();
  expect(await run()).toBe(true);
  expect(await readFigures(db())).toEqual({
    ...{ payments: 3, notOnChain: 0, unread: 0, countedTwice: 0 },
    ...{ unexplainedBurns: 1, unexplainedBurned: '5.000001' },
    ...{ unexplainedCredits: 1, unexplainedCredited: '7' },
    ...{ completedAt: expect.any(String), observedSince: expect.any(String) },
  });
  expect(await areOwn()).toBe(true);
  const app = await chainVerifier.buildApp(verifier.context);
  const { body } = await app.inject('/metrics');
  await app.close();
  expect(body).toContain('reconciliation_payments_not_on_chain 0');
  expect(body).toContain('reconciliation_unexplained_burns 1');
  // No further run until the next one is due.
  expect(await reconcile(verifier.context, { mint, mayGoOn })).toBe(false);
});

it('goes on where it stopped, by any process, one at a time', async () => {
  const letters = [...'abcdefghij'];
  const unknown = letters.flatMap((one) => letters.map((other) => '1'.repeat(62) + one + other));
  const remove = await Promise.all(unknown.map((signature) => forge({ signature })));
  expect([await run(), (await readProgress()).payments]).toEqual([false, 100]);
  await due();
  const other = () => reconcile(verifier.context, { mint, mayGoOn });
  expect((await Promise.all([other(), other(), other()])).filter(Boolean)).toHaveLength(1);
  expect(await readFigures(db())).toMatchObject({ payments: 103, notOnChain: 100 });
  for (const one of remove) await one();
});

const readProgress = () => db()('state').first();

it('finds payments that the chain does not have as they were accepted, and those that count twice', async () => {
  const unknown = '1'.repeat(64);
  const remove = [await forge({ signature: unknown })];
  expect(await run()).toBe(true);
  expect(await readFigures(db())).toMatchObject({ payments: 4, notOnChain: 1, countedTwice: 0 });
  await db().raw('drop index verifications_accepted_signature');
  remove.push(await forge({ amount: '999' }));
  expect(await run()).toBe(true);
  expect(await readFigures(db())).toMatchObject({ payments: 5, notOnChain: 2, countedTwice: 1 });
  // A provider that lacks the block lacks the history, which is no finding.
  second.see({ getBlockTime: () => null });
  expect(await run()).toBe(true);
  expect(await readFigures(db())).toMatchObject({ payments: 5, notOnChain: 1, unread: 1 });
  second.see({});
  for (const one of remove) await one();
});

it('finds payments whose receipts would name another payer than the chain', async () => {
  const kept = () => db()('evidence').where({ signature: first });
  const { facts } = await kept().first('facts');
  await kept().update({
    facts: db().raw("replace(facts::text, facts ->> 'feePayer', ?)::jsonb", [chain.mint]),
  });
  expect(await run()).toBe(true);
  expect(await readFigures(db())).toMatchObject({ payments: 3, notOnChain: 1 });
  await kept().update({ facts });
  expect(await run()).toBe(true);
  expect(await readFigures(db())).toMatchObject({ payments: 3, notOnChain: 0 });
});

it('finds no fault with payments that were accepted before they were final, and keeps their evidence', async () => {
  const early = await startVerifier({ chain, settings: { SOLANA_COMMITMENT: 'confirmed' } });
  const { db: own } = early.context;
  const signature = await burn(chain, 'LISTBURN004');
  const id = await early.claim(signature, removalDemand(4));
  expect(await early.decided(id)).toMatchObject({ outcome: 'accepted' });
  await chain.untilFinal(signature);
  expect(await reconcile(early.context, { mint, mayGoOn })).toBe(true);
  expect(await readFigures(own)).toMatchObject({ payments: 1, notOnChain: 0, unread: 0 });
  expect(await own('evidence').first()).toMatchObject({ signature });
  await early.close();
});

it('waits while providers disagree or are down: that is no finding', async () => {
  second.see({ getTransaction: (result) => ({ ...(result as object), slot: 1 }) });
  expect(await run()).toBe(true);
  expect(await readFigures(db())).toMatchObject({ payments: 3, notOnChain: 0, unread: 3 });
  second.see({});
  const before = await readFigures(db());
  const down = await startVerifier({
    databaseUrl: verifier.context.config.DATABASE_URL,
    chain,
    workers: false,
    settings: { SOLANA_RPC_URLS: `${chain.url},http://127.0.0.1:9`, SOLANA_RPC_QUORUM: '2' },
  });
  await due();
  expect(await reconcile({ ...down.context, db: db() }, { mint, mayGoOn })).toBe(false);
  await down.close();
  expect([await readFigures(db()), (await readProgress()).payments]).toEqual([before, 0]);
  expect(await reconcile(verifier.context, { mint, mayGoOn })).toBe(true);
  expect(await readFigures(db())).toMatchObject({ payments: 3, notOnChain: 0, unread: 0 });
});
