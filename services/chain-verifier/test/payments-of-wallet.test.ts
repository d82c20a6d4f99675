import { randomUUID } from 'node:crypto';
import { Address } from '@naughty-list/contracts/primitives';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import { openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { findJudgedPayment } from '../src/receipts/judged-payment.ts';
import { acceptedAfter } from '../src/reconciliation/repository.ts';
import { chainVerifier } from '../src/service.ts';
import { release } from '../src/verifications/judging-repository.ts';
import { findOfWallet, paymentsOfWallet } from '../src/verifications/payments-of-wallet.ts';
import { settle } from '../src/verifications/settle.ts';
import { burn, list } from './transactions.ts';
import { removalDemand, signed, startTestChain, startVerifier } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
// The default: only its payer can use a payment that names nothing.
const started = await startVerifier({ chain, settings: { UNBOUND_PAYMENTS: '' } });
const { context, claim, decided } = closeAfterAll(started);
const { db, verifier } = context;
const app = closeAfterAll(await chainVerifier.buildApp({ ...context, metrics: openMetrics() }));
const payer = Address.parse(chain.richHolder.publicKey.toBase58());
const stranger = Address.parse(Keypair.generate().publicKey.toBase58());

const judged = async (signature: string, demand: PaymentDemand, purpose = 'removal') => {
  const id = await claim(signature, demand, `${purpose}_${randomUUID()}`);
  await decided(id);
  return id;
};
const shown = async (signature: string, now = new Date()) =>
  (await paymentsOfWallet(db, payer, now)).filter((one) => one.signature === signature);

it('a payment stands once, by the claim that counts, with its receipt', async () => {
  const signature = await burn(chain, 'LISTBURN901');
  await judged(signature, removalDemand(951));
  await judged(signature, removalDemand(901));
  await judged(signature, removalDemand(952));
  const known = { purpose: 'removal', report: 901, state: 'paid', amount: '1000000', receipt: signature };
  expect(await shown(signature)).toMatchObject([known]);
  const [{ at } = { at: '' }] = await shown(signature);
  expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(3_600_000);
});

it('a membership has the receipt that only its claim’s id opens', async () => {
  const signature = await burn(chain, 'LISTCLUB-abc', list(750_000n));
  const subject = { subject: 'membership:LISTCLUB-abc', reference: 'LISTCLUB-abc', minimumTokens: '750000' };
  const demand = removalDemand(0, subject as Partial<PaymentDemand>);
  const id = await judged(signature, demand, 'membership');
  expect(await shown(signature)).toMatchObject([
    { purpose: 'membership', report: null, state: 'paid', amount: '750000', receipt: id },
  ]);
});

/** The terms of a new intent, and the wallet that signs for parts that name no key. */
const offered = (): Partial<PaymentDemand> => {
  const burnWallet = Address.parse(context.config.BURN_WALLET_ADDRESS);
  const fixed = { mint: Address.parse(chain.mint), burnWallet, until: 4_000_000_000 };
  return { fixed, intent: `removal_${randomUUID()}`, provenWallet: payer };
};

it('parts of an intent say what is missing, until they are whole', async () => {
  const demand = removalDemand(911, offered());
  const [one, two] = [
    await burn(chain, 'LISTBURN911', list(400_000n)),
    await burn(chain, 'LISTBURN911', list(600_000n)),
  ];
  await judged(one, demand);
  expect(await shown(one)).toMatchObject([
    { state: 'part', amount: '400000', missing: '600000', receipt: null },
  ]);
  await judged(two, demand);
  for (const part of [one, two])
    expect(await shown(part)).toMatchObject([{ state: 'paid', missing: null, receipt: part }]);
});

it('parts of an intent that was renewed lack what its price of now leaves', async () => {
  const demand = removalDemand(912, offered());
  const [one, two] = [
    await burn(chain, 'LISTBURN912', list(400_000n)),
    await burn(chain, 'LISTBURN912', list(300_000n)),
  ];
  await judged(one, demand);
  const id = await judged(two, { ...demand, minimumTokens: '2000000' });
  for (const part of [one, two])
    expect(await shown(part)).toMatchObject([{ state: 'part', missing: '1300000' }]);
  // As when the price has fallen to the parts.
  const claimAgain = () => claim(two, { ...demand, minimumTokens: '700000' }, id, 1);
  // Sent again as the sweep does: while the first job of a claim is finishing, another is not added.
  await expect.poll(() => claimAgain().then(() => shown(two))).toMatchObject([{ state: 'paid' }]);
  for (const part of [one, two])
    await expect.poll(() => shown(part)).toMatchObject([{ state: 'paid', missing: null, receipt: part }]);
});

it('a credit says until when; used for something else, it is that; after 90 days it is none', async () => {
  const signature = await burn(chain, 'LISTBURN921');
  const late = await judged(signature, removalDemand(921));
  await release(db, late);
  const [credit] = await shown(signature);
  expect(credit).toMatchObject({ state: 'credit', amount: '1000000', message: null, receipt: null });
  const days = (Date.parse(credit?.creditUntil ?? '') - Date.parse(credit?.at ?? '')) / 86_400_000;
  expect(days).toBe(90);
  const later = await shown(signature, new Date(Date.parse(credit?.creditUntil ?? '')));
  expect(later).toMatchObject([{ state: 'refused', creditUntil: null }]);
  const isUsed = async () => {
    const url = `/internal/verifications/${late}`;
    return (await app.inject({ url, headers: signed('GET', url) })).json().isUsed ?? false;
  };
  expect(await isUsed()).toBe(false);
  await judged(signature, removalDemand(922, { provenWallet: payer }));
  expect(await shown(signature)).toMatchObject([{ state: 'paid', report: 922, receipt: signature }]);
  // The page that it came for says so no more.
  expect(await isUsed()).toBe(true);
});

it('a credit stays one, whatever it was tried for in vain', async () => {
  const signature = await burn(chain, 'LISTBURN923', list(400_000n));
  const part = await judged(signature, removalDemand(923, offered()));
  await judged(signature, removalDemand(924, { provenWallet: payer }));
  await release(db, part);
  const credit = [{ state: 'credit', report: 923, amount: '400000', message: null }];
  expect(await shown(signature)).toMatchObject(credit);
  await judged(signature, removalDemand(925, { provenWallet: payer }));
  await judged(signature, removalDemand(926));
  expect(await shown(signature)).toMatchObject(credit);
});

it('a credit in a former mint says that nothing can be added to it', async () => {
  const signature = await burn(chain, 'LISTBURN929', list(400_000n));
  await release(db, await judged(signature, removalDemand(929, offered())));
  expect(await shown(signature)).toMatchObject([{ state: 'credit', message: null }]);
  const { tokens } = await db('state').first('tokens');
  const newer = { ...tokens.at(-1), mint: stranger };
  await db('state').update({ tokens: JSON.stringify([...tokens, newer]) });
  const message = expect.stringContaining('former LIST token');
  expect(await shown(signature)).toMatchObject([{ state: 'credit', message }]);
  await db('state').update({ tokens: JSON.stringify(tokens) });
});

it('the second of two payments for a report without an offer is a credit', async () => {
  const [first, second] = [await burn(chain, 'LISTBURN927'), await burn(chain, 'LISTBURN927')];
  await judged(first, removalDemand(927));
  const spare = await judged(second, removalDemand(927));
  expect(await shown(second)).toMatchObject([{ state: 'credit', report: 927, amount: '1000000' }]);
  expect(await release(db, spare)).toBe(true);
  await judged(second, removalDemand(928, { provenWallet: payer }));
  expect(await shown(second)).toMatchObject([{ state: 'paid', report: 928 }]);
});

it.each([
  { when: 'without an offer', id: 961, isOffered: false },
  { when: 'after its offer is over', id: 963, isOffered: true },
])(
  'a part that names its report $when is a credit, which its wallet can use for another offer',
  async ({ id, isOffered }) => {
    const { fixed, intent } = offered();
    const demand = removalDemand(id, isOffered && fixed ? { intent, fixed: { ...fixed, until: 1 } } : {});
    const signature = await burn(chain, demand.reference, list(400_000n));
    const claimed = await judged(signature, demand);
    expect(await decided(claimed)).toMatchObject({ outcome: 'rejected', code: 'amount_below_minimum' });
    expect(await shown(signature)).toMatchObject([{ state: 'credit', report: id, amount: '400000' }]);
    await judged(signature, removalDemand(id + 1, offered()));
    expect(await shown(signature)).toMatchObject([{ state: 'part', report: id + 1, missing: '600000' }]);
  },
);

it('what waits for the wallet’s signature, is too little, or was settled by hand is the payer’s too', async () => {
  const unnamed = await burn(chain, 'gm');
  await judged(unnamed, removalDemand(931));
  expect(await shown(unnamed)).toMatchObject([{ state: 'to-sign', message: null, receipt: null }]);
  const small = await burn(chain, 'LISTBURN932', 1n);
  const id = await judged(small, removalDemand(932));
  expect(await shown(small)).toMatchObject([
    { state: 'refused', message: expect.stringMatching(/^Too few/), amount: null, receipt: null },
  ]);
  await settle(verifier, id);
  expect(await shown(small)).toMatchObject([{ state: 'settled', message: null, receipt: null }]);
});

it('once a part is settled by hand, nothing is missing from its price', async () => {
  const demand = removalDemand(933, offered());
  const [one, two] = [
    await burn(chain, 'LISTBURN933', list(400_000n)),
    await burn(chain, 'LISTBURN933', list(100_000n)),
  ];
  await judged(one, demand);
  const id = await judged(two, demand);
  // Changed in the database, before or while it is settled: no code is given to that.
  const setPayer = (of: typeof db, to: string | null) =>
    of('verifications').where({ id }).update({ payer: to });
  const forged = await db.transaction();
  await setPayer(forged, 'thief');
  const settled = settle(verifier, id);
  const waiting = () =>
    db('pg_stat_activity').where({ wait_event_type: 'Lock' }).whereRaw('datname = current_database()');
  await expect.poll(async () => (await waiting()).length).toBe(1);
  await forged.commit();
  expect([await settled, await settle(verifier, id)]).toEqual(['unseen', 'unseen']);
  await setPayer(db, payer);
  expect(await settle(verifier, id)).toMatchObject({ amount: String(list(100_000n)), payer });
  expect(await shown(two)).toMatchObject([{ state: 'settled', missing: null, receipt: null }]);
  expect(await shown(one)).toMatchObject([{ state: 'paid', missing: null, receipt: one }]);
});

it('another wallet sees none of it, not by a claim or a signature of its own either', async () => {
  expect(await paymentsOfWallet(db, stranger, new Date())).toEqual([]);
  const signature = await burn(chain, 'gm again');
  await judged(signature, removalDemand(941, { provenWallet: stranger }));
  const [own] = await paymentsOfWallet(db, stranger, new Date());
  expect(own).toMatchObject({ state: 'refused', signature, amount: null, receipt: null });
  await judged(signature, removalDemand(941, { provenWallet: payer }));
  expect(await shown(signature)).toMatchObject([{ state: 'paid' }]);
  expect(await paymentsOfWallet(db, stranger, new Date())).toMatchObject([{ state: 'refused' }]);
  const preview = await burn(chain, 'LISTBURN942');
  await judged(preview, removalDemand(942), 'look');
  expect(await shown(preview)).toEqual([]);
});

it('both searches read indexes, however many claims there are', async () => {
  await db.raw(`
    insert into verifications (id, purpose, cluster, signature, subject, demand, outcome, amount, decimals, payer, received_at, judged_at)
    select 'removal_' || n, 'removal', 'localnet', 'of-others-' || n, 'report:' || 10000 + n, '{"minimumTokens":"1"}',
      'accepted', 1, 6, 'someone-' || n % 5000, now(), now() from generate_series(1, 20000) n`);
  await db.raw('analyze verifications');
  const explained = async (read: () => Promise<unknown>) => {
    const asked: { sql: string; bindings: string[] }[] = [];
    const note = (query: { sql: string; bindings: string[] }) => void asked.push(query);
    db.on('query', note);
    await read();
    db.removeListener('query', note);
    const [query] = asked;
    const { rows } = await db.raw(`explain ${query?.sql.replace(/\$\d+/g, '?')}`, query?.bindings ?? []);
    return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  };
  for (const plan of [
    await explained(() => findOfWallet(db, payer)),
    await explained(() => paymentsOfWallet(db, payer, new Date())),
  ]) {
    expect(plan).toContain('verifications_names ');
    expect(plan).not.toContain('Seq Scan on verifications');
  }
});

describe('settled by hand', async () => {
  const { context, claim, decided, pending } = closeAfterAll(await startVerifier({ chain }));
  const { db, verifier } = context;
  const payer = chain.richHolder.publicKey.toBase58();

  const refused = async (memo: string, reportId: number) => {
    const signature = await burn(chain, memo);
    const id = await claim(signature, removalDemand(reportId));
    expect(await decided(id)).toMatchObject({ outcome: 'rejected', code: 'memo_mismatch' });
    return { id, signature };
  };

  it('a refused payment is used by an admin’s word, with what the chain says that it paid', async () => {
    const { id, signature } = await refused('LISTBURN902', 901);
    const paid = { amount: String(list(1_000_000n)), sent: '0', decimals: 6, payer };
    expect(await settle(verifier, id)).toMatchObject(paid);
    expect(await settle(verifier, id)).toMatchObject(paid);
    // Its own memo makes it pay for nothing else any more.
    expect(await decided(await claim(signature, removalDemand(902)))).toMatchObject({ code: 'already_used' });
    expect(await findOfWallet(db, payer)).toContain(id);
    // The rules did not accept it: neither does it have their receipt, nor are they compared with the chain.
    expect(await findJudgedPayment(db, { id, unbound: 'accept' })).toBeUndefined();
    const accepted = await acceptedAfter(db, { cluster: 'localnet', afterId: '', limit: 100 });
    expect(accepted.map((one) => one.id)).not.toContain(id);
  });

  it('a transaction that has paid is used for nothing else, by no admin’s word; released, it is', async () => {
    const { id, signature } = await refused('LISTBURN904', 903);
    const other = await claim(signature, removalDemand(904));
    expect(await decided(other)).toMatchObject({ outcome: 'accepted' });
    expect(await settle(verifier, id)).toBe('used');
    await release(db, other);
    const twice = await Promise.all([settle(verifier, id), settle(verifier, id)]);
    for (const one of twice) expect(one).toMatchObject({ payer });
  });

  it('an unused payment for what another has paid is not called used', async () => {
    const { id, signature } = await refused('LISTBURN909', 908);
    await decided(await claim(await burn(chain, 'LISTBURN908'), removalDemand(908)));
    expect(await settle(verifier, id)).toBe('paid');
    expect(await decided(await claim(signature, removalDemand(909)))).toMatchObject({ outcome: 'accepted' });
  });

  it('what failed, is unknown, or only a preview is no payment', async () => {
    expect(await settle(verifier, `removal_${randomUUID()}`)).toBe('unknown');
    const look = await claim(await burn(chain, 'LISTBURN906'), removalDemand(905), `look_${randomUUID()}`);
    await decided(look);
    expect(await settle(verifier, look)).toBe('unknown');
    const nowhere = await claim('5'.repeat(87), removalDemand(907));
    await pending(nowhere, 'not_found_yet');
    expect(await settle(verifier, nowhere)).toBe('unseen');
    const stranger = Address.parse(Keypair.generate().publicKey.toBase58());
    expect(await findOfWallet(db, stranger)).toEqual([]);
  });
});
