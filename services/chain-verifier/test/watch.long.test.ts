import type { JobPayload } from '@naughty-list/contracts/job';
import { settleMembershipPaymentJob, settleReportPaymentJob } from '@naughty-list/contracts/payment-jobs';
import type { Fault } from '@naughty-list/local-chain/test/control-client';
import { TOKEN_PROGRAM_ID } from '@naughty-list/local-chain/token-instructions';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { saysFailed, startSecondProvider } from '@naughty-list/test-kit/second-provider';
import { Connection, Keypair } from '@solana/web3.js';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { encodeBase58 } from '../src/chain/base58.ts';
import { findMint, loadMint, saveMint } from '../src/mint/mint.ts';
import { holdLease, startWatcher } from '../src/watch/start.ts';
import { burnOtherMint, holderOf, list, send, sendMany, withKey } from './transactions.ts';
import {
  eventually,
  removalDemand,
  startInEachTest,
  startTestChain,
  type TestVerifier,
} from './verifier-under-test.ts';

// Generous, for slow machines.
const LONG_MS = 10 * 60_000;

type Notified = JobPayload<typeof settleReportPaymentJob> & { queue: string };

const chain = closeAfterAll(await startTestChain());
const second = closeAfterAll(await startSecondProvider(chain.url));
const holder = holderOf(chain);
await send(chain, [holder.openWallet()]);
const { start } = startInEachTest(chain, [second]);
let notified: Notified[];
beforeEach(() => {
  notified = [];
});

/** A watching instance of the service; in place of the references' owners, a list of the notifications they receive. */
async function startWatching(...[settings, options]: Parameters<typeof start>): Promise<TestVerifier> {
  const verifier = await start(
    { SOLANA_RPC_REQUESTS_PER_SECOND: '0', ...settings },
    { ...options, constants: { watchPauseMs: 100, ...options?.constants } },
  );
  await verifier.context.queues.work(
    [settleReportPaymentJob, settleMembershipPaymentJob].map((job) =>
      handle(job, async (payload) => void notified.push({ ...payload, queue: job.queue })),
    ),
  );
  startWatcher(verifier.context);
  return verifier;
}

/** Delays finality, so that faults are in place before the watcher reads what is sent next. */
const holdFinality = () => chain.control.setDelays({ finalizeMs: 3_600_000 });
const releaseFinality = () => chain.control.setDelays({ finalizeMs: 0 });

const cursors = ({ context }: TestVerifier) => context.db('watched_addresses').pluck('listed_slot');
const ready = (verifier: TestVerifier) =>
  eventually(async () => {
    const known = await cursors(verifier);
    return known.length >= 2 && known.every((cursor) => cursor !== null);
  }).toBe(true);
const unread = async ({ context }: TestVerifier) =>
  Number((await context.db('found_transactions').whereNull('handled_at').count())[0]?.count);
const notifications = (signature: string) => notified.filter((one) => one.signature === signature);
const references = () => notified.map(({ reference }) => reference);

describe('a payment that was not pasted', () => {
  it('is delivered to the owner of its reference, however it was made', async () => {
    await ready(await startWatching());
    const key = Keypair.generate().publicKey;
    const fee = list(750_000n);
    const burned = await send(chain, [holder.burn(), holder.memo('LISTBURN011')]);
    const sent = await send(chain, [holder.memo('LISTBURN012'), holder.pay()]);
    const unchecked = await send(chain, [holder.payUnchecked(fee), holder.memo('LISTCLUB-abc')]);
    const byKey = await send(chain, [withKey(holder.pay(fee), key)]);
    const reference = `LISTCLUB-${key.toBase58()}`;
    const both = await send(chain, [withKey(holder.pay(fee), key), holder.memo(reference)]);
    await eventually(() => notified.length).toBe(5);
    expect(notified).toEqual(
      expect.arrayContaining([
        { signature: burned, reference: 'LISTBURN011', queue: 'reports' },
        { signature: sent, reference: 'LISTBURN012', queue: 'reports' },
        { signature: unchecked, reference: 'LISTCLUB-abc', queue: 'membership' },
        { signature: byKey, reference, queue: 'membership' },
        { signature: both, reference, queue: 'membership' },
      ]),
    );
  });

  it('is read once, and judged from what was read', async () => {
    const verifier = await startWatching();
    await ready(verifier);
    await chain.control.reset();
    const signature = await send(chain, [holder.burn(), holder.memo('LISTBURN021')]);
    await eventually(() => notifications(signature).length).toBe(1);
    const record = await verifier.decided(await verifier.claim(signature, removalDemand(21)));
    expect(record.outcome).toBe('accepted');
    expect((await chain.control.state()).calls.getTransaction).toBe(1);
  });
});

it('a part of the price that names a report by its memo alone is delivered, and becomes its payer’s credit', async () => {
  const verifier = await startWatching();
  await ready(verifier);
  const signature = await send(chain, [holder.burn(list(400_000n)), holder.memo('LISTBURN025')]);
  await eventually(() => notifications(signature)).toMatchObject([{ reference: 'LISTBURN025' }]);
  const record = await verifier.decided(await verifier.claim(signature, removalDemand(25)));
  expect(record).toMatchObject({ code: 'amount_below_minimum', amount: String(list(400_000n)) });
});

describe('what is no payment', () => {
  it('is ignored: dust, no reference, two, a failure, another token, words around it', async () => {
    const verifier = await startWatching();
    await ready(verifier);
    const name = (text: string) => holder.memo(text);
    await send(chain, [holder.burn(list(999n)), name('LISTBURN031')]);
    await send(chain, [holder.burn()]);
    await send(chain, [holder.burn(), name('LISTBURN031'), name('LISTBURN032')]);
    await send(chain, [holder.burn(list(10_000_000_000n)), name('LISTBURN031')]);
    await send(chain, [holder.burn(), name('pays for LISTBURN031')]);
    await burnOtherMint(chain, 'LISTBURN031');
    const last = await send(chain, [holder.burn(), name('LISTBURN033')]);
    await eventually(() => notifications(last).length).toBe(1);
    await eventually(() => unread(verifier)).toBe(0);
    expect(references()).toEqual(['LISTBURN033']);
    expect(await verifier.context.db('evidence').pluck('signature')).toEqual([last]);
  });

  it('with another reference key first does not block the payment (C22, griefing)', async () => {
    const verifier = await startWatching();
    await ready(verifier);
    const key = Keypair.generate().publicKey;
    for (const amount of [1n, 2n, 3n]) await send(chain, [withKey(holder.pay(amount), key)]);
    const paid = await send(chain, [withKey(holder.pay(list(750_000n)), key)]);
    await eventually(() => notified.map(({ signature }) => signature)).toEqual([paid]);
  });
});

it('a payment of what was asked for before a price rose is delivered to the owner of its reference, who knows the demand', async () => {
  await (await startWatching({ MEMBERSHIP_FEE_TOKENS: '500' })).close();
  const raised = { MEMBERSHIP_FEE_TOKENS: '900', REMOVAL_COST_TOKENS: '2000' };
  const before = await startWatching({ REMOVAL_COST_TOKENS: '1000', WATCH_FROM: 'never' });
  await before.close();
  const verifier = await startWatching(raised);
  await ready(verifier);
  await send(chain, [holder.pay(list(500n) / 1_000n - 1n), holder.memo('LISTCLUB-less')]);
  await send(chain, [holder.burn(list(1n) - 1n), holder.memo('LISTBURN301')]);
  await send(chain, [holder.pay(list(500n)), holder.memo('LISTCLUB-promised')]);
  await send(chain, [holder.burn(list(1_000n)), holder.memo('LISTBURN302')]);
  await eventually(() => [...references()].sort()).toEqual(['LISTBURN302', 'LISTCLUB-promised']);
  await eventually(() => unread(verifier)).toBe(0);
  expect(references()).toHaveLength(2);
});

describe('a payment about which a provider was wrong', () => {
  it('is found once the mint that is kept is put right', async () => {
    const verifier = await startWatching();
    await ready(verifier);
    const { db } = verifier.context;
    const right = await loadMint(verifier.context, chain.mint);
    await saveMint(db, { ...right, decimals: 9 });
    // A round that began before still has the right one.
    await eventually(async () => {
      const signature = await send(chain, [holder.burn(), holder.memo('LISTBURN307')]);
      await eventually(() => notifications(signature).length).toBe(1);
      return findMint(db, chain.mint);
    }).toMatchObject({ decimals: 6 });
  });

  it('is found although it was pasted before, and refused by the wrong answer', async () => {
    const signature = await send(chain, [holder.burn(), holder.memo('LISTBURN308')]);
    second.see(saysFailed);
    const lied = await startWatching({ WATCH_FROM: 'never', SOLANA_RPC_URLS: second.url });
    const refused = await lied.decided(await lied.claim(signature, removalDemand(308)));
    expect(refused.code).toBe('tx_failed');
    await lied.close();
    await startWatching({ WATCH_FROM: signature });
    await eventually(() => notifications(signature).length).toBe(1);
  });
});

it('a reference that was made with an earlier prefix is found by its memo and by its key', async () => {
  await (await startWatching({ WATCH_FROM: 'never' })).close();
  const prefixes = { reports: 'SANTA', membership: 'ELF-' };
  await ready(await startWatching({}, { constants: { prefixes } }));
  const key = Keypair.generate().publicKey;
  const [old, present] = [`LISTCLUB-${key.toBase58()}`, `ELF-${key.toBase58()}`];
  await send(chain, [holder.burn(), holder.memo('LISTBURN305')]);
  await send(chain, [holder.burn(), holder.memo('SANTA306')]);
  await send(chain, [withKey(holder.pay(), key)]);
  // Both are reported: only the owner knows which one applies.
  await eventually(() => [...references()].sort()).toEqual([present, 'LISTBURN305', old, 'SANTA306'].sort());
});

it('a payment postponed while the clock was ahead is delivered once it is set back', async () => {
  let aheadMs = 3_600_000;
  const verifier = await startWatching({}, { clock: { now: () => new Date(Date.now() + aheadMs) } });
  await ready(verifier);
  const fault = await chain.control.addFault({ method: 'getTransaction', kind: 'replace', result: null });
  const signature = await send(chain, [holder.burn(), holder.memo('LISTBURN301')]);
  const row = () => verifier.context.db('found_transactions').where({ signature }).first();
  await eventually(async () => (await row())?.attempts).toBeGreaterThan(0);
  aheadMs = 0;
  await chain.control.clear(fault);
  await eventually(() => notifications(signature).length).toBe(1);
});

describe('a payment that this release cannot judge', () => {
  /** Simulates an instruction of a newer token program: inner instructions are not covered by signatures. */
  async function makeUndecodable(signature: string): Promise<number> {
    const connection = new Connection(chain.url, 'confirmed');
    const read = () => connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    await eventually(read).not.toBeNull();
    const { message } = (await read())?.transaction ?? {};
    const keys = message?.getAccountKeys().staticAccountKeys ?? [];
    const programIdIndex = keys.findIndex((key) => key.equals(TOKEN_PROGRAM_ID));
    const unknown = { programIdIndex, accounts: [], data: encodeBase58(Uint8Array.of(200)), stackHeight: 2 };
    return chain.control.addFault({
      method: 'getTransaction',
      paramsContain: signature,
      kind: 'alter',
      set: [{ path: '/meta/innerInstructions', value: [{ index: 0, instructions: [unknown] }] }],
    });
  }

  it('is kept and counted, holds up no other, and takes effect once a release can', async () => {
    let aheadMs = 0;
    const verifier = await startWatching({}, { clock: { now: () => new Date(Date.now() + aheadMs) } });
    const { db, metrics } = verifier.context;
    await ready(verifier);
    await holdFinality();
    const signature = await send(chain, [holder.burn(), holder.memo('LISTBURN311')]);
    const fault = await makeUndecodable(signature);
    const unnamed = await send(chain, [holder.burn()]);
    await makeUndecodable(unnamed);
    await releaseFinality();
    const row = () => db('found_transactions').where({ signature }).first();
    await eventually(row).toMatchObject({
      handled_at: null,
      is_undecided: true,
      code: 'undecodable_token_instruction',
    });
    const text = async () => (await metrics.read()).text;
    expect(await text()).toContain('payment_undecided_total{code="undecodable_token_instruction"} 1');
    await eventually(text).toContain('watcher_undecided_transactions 1');
    // A transaction without a reference pays for nothing and is done.
    await eventually(() => unread(verifier)).toBe(1);

    // Retried at growing intervals.
    for (const [attempts, minutes] of [
      [1, 1],
      [2, 4],
      [3, 16],
      [4, 64],
      [5, 256],
      [6, 360],
    ] as const) {
      await eventually(async () => (await row()).attempts).toBe(attempts);
      const delayMs = (await row()).due_at.getTime() - (Date.now() + aheadMs);
      expect(delayMs / 60_000).toBeGreaterThan(minutes - 1);
      expect(delayMs / 60_000).toBeLessThanOrEqual(minutes);
      aheadMs += minutes * 60_000;
    }
    const other = await send(chain, [holder.burn(), holder.memo('LISTBURN312')]);
    await eventually(() => notifications(other).length).toBe(1);
    // The round that found the other one also retries this one, so its next time is set before the clock advances.
    await eventually(async () => (await row()).attempts).toBe(7);
    expect(notifications(signature)).toEqual([]);
    await chain.control.clear(fault);
    aheadMs += 6 * 3_600_000;
    await eventually(() => notifications(signature).length).toBe(1);
    await eventually(() => unread(verifier)).toBe(0);
    await eventually(text).toContain('watcher_undecided_transactions 0');
  });

  it('is tried again after all others, a few of its kind in a round', async () => {
    const before = await startWatching();
    await ready(before);
    await before.close();
    const { db } = (await startWatching({ WATCH_FROM: 'never' })).context;
    const { cluster } = await db('watched_addresses').first();
    const undecided = Array.from({ length: 20 }, (_, index) => ({
      cluster,
      signature: encodeBase58(Buffer.alloc(64, index + 1)),
      slot: 1,
      found_at: new Date(),
      due_at: new Date(0),
      is_undecided: true,
    }));
    await db('found_transactions').insert(undecided);
    const signature = await send(chain, [holder.burn(), holder.memo('LISTBURN321')]);
    await chain.untilFinal(signature);
    const oneRound = await startWatching({}, { constants: { watchPauseMs: 3_600_000 } });
    await eventually(() => notifications(signature).length).toBe(1);
    const triedAgain = async () =>
      (await db('found_transactions').where({ is_undecided: true, attempts: 1 })).length;
    await eventually(triedAgain).toBe(8);
    await oneRound.close();
    expect(await triedAgain()).toBe(8);
  });
});

describe('a watcher', () => {
  it('is not delayed by payments that cannot be delivered', async () => {
    const { context } = await startWatching({ WATCH_FROM: 'never' });
    const { config, queues } = context;
    startWatcher({
      ...context,
      config: { ...config, WATCH_FROM: 'now' as const },
      queues: {
        ...queues,
        add: (job, payload) =>
          JSON.stringify(payload).includes('LISTBURN051')
            ? Promise.reject(new Error('This one cannot be delivered'))
            : queues.add(job, payload),
      },
    });
    await eventually(
      async () => (await context.db('watched_addresses').whereNotNull('listed_slot')).length,
    ).toBeGreaterThan(1);
    // More than one batch.
    await sendMany(chain, 9, () => [holder.burn(), holder.memo('LISTBURN051')]);
    await send(chain, [holder.burn(), holder.memo('LISTBURN052')]);
    await eventually(references).toEqual(['LISTBURN052']);
  });

  it('begins at its first start, or at the configured transaction', async () => {
    const [from, before] = [
      await send(chain, [holder.burn(), holder.memo('LISTBURN041')]),
      await send(chain, [holder.burn(), holder.memo('LISTBURN042')]),
    ];
    const later = await startWatching({ WATCH_FROM: 'never' });
    await chain.untilFinal(before);
    await chain.control.advanceSlots(10);
    const watching = await startWatching();
    await ready(watching);
    await watching.close();
    expect(notified).toEqual([]);
    await later.context.db('watched_addresses').delete();
    await ready(await startWatching({ WATCH_FROM: from }));
    await eventually(() => [...references()].sort()).toEqual(['LISTBURN041', 'LISTBURN042']);
  });

  it('catches up with thousands of transactions after an outage, without a gap', {
    timeout: LONG_MS,
  }, async () => {
    const before = await startWatching();
    await ready(before);
    await before.close();
    const COUNT = 2_100;
    const named = new Map(
      [3, 999, 1_000, 1_700, COUNT - 1].map((index) => [index, `LISTBURN${5_000 + index}`]),
    );
    const signatures = await sendMany(chain, COUNT, (index) => {
      const memo = named.get(index);
      return memo ? [holder.burn(), holder.memo(memo)] : [holder.burn(1n)];
    });
    const after = await startWatching();
    await expect.poll(() => notified.length, { timeout: LONG_MS }).toBe(named.size);
    expect(new Set(references())).toEqual(new Set(named.values()));
    const found = async () => new Set(await after.context.db('found_transactions').pluck('signature'));
    await expect.poll(async () => (await found()).size, { timeout: LONG_MS }).toBe(COUNT);
    await expect.poll(() => unread(after), { timeout: LONG_MS }).toBe(0);
    expect(await found()).toEqual(new Set(signatures));
  });

  it('finds a token account that the burn wallet gets later', async () => {
    const verifier = await startWatching();
    await ready(verifier);
    const address = (await verifier.context.db('watched_addresses').whereNot({ address: chain.mint }).first())
      .address;
    await verifier.context.db('watched_addresses').where({ address }).delete();
    const signature = await send(chain, [holder.payUnchecked(), holder.memo('LISTBURN061')]);
    await eventually(() => notifications(signature).length).toBe(1);
  });
});

it('a provider whose head stands still is skipped, and cannot make the watcher look complete', async () => {
  const stalledAt = Math.floor(Date.now() / 1_000) - 3_600;
  const urls = { SOLANA_RPC_URLS: `${second.url},${chain.url}` };
  const verifier = await startWatching(urls);
  await ready(verifier);
  second.see({ getBlockTime: () => stalledAt, getSignaturesForAddress: () => [] });
  const signature = await send(chain, [holder.burn(), holder.memo('LISTBURN071')]);
  await eventually(() => notifications(signature).length).toBe(1);
});

it('of two copies one watches; the other takes over when it goes, or does not renew its lease', async () => {
  const [one, two] = [await startWatching(), await startWatching()];
  await ready(one);
  const holders = async () => (await two.context.db('state').pluck('watcher'))[0];
  const first = await holders();
  const signatures = await sendMany(chain, 20, (index) => [
    holder.burn(),
    holder.memo(`LISTBURN${700 + index}`),
  ]);
  await eventually(() => new Set(notified.map(({ signature }) => signature)).size).toBe(20);
  expect(signatures.every((signature) => notifications(signature).length === 1)).toBe(true);
  expect(await holders()).toBe(first);
  await one.close();
  await eventually(holders).not.toBe(first);
  const figures = async () => (await two.context.metrics.read()).text;
  await eventually(figures).toContain('watcher_leader 1');

  const { db } = two.context;
  const dead = 'a copy that died';
  const renew = async () =>
    db('state').update({ watcher: dead, watcher_until: db.raw("now() + interval '1 minute'") });
  await renew();
  const renewing = setInterval(renew, 5_000);
  onTestFinished(() => clearInterval(renewing));
  // Until then, a round of its own may be running.
  await eventually(figures).toContain('watcher_leader 0');
  const signature = await send(chain, [holder.burn(), holder.memo('LISTBURN799')]);
  await chain.untilFinal(signature);
  expect(notifications(signature)).toEqual([]);
  clearInterval(renewing);
  await db('state').update({ watcher_until: db.raw("now() - interval '1 second'") });
  await eventually(() => notifications(signature).length).toBe(1);
  // A round that began earlier may have sent the notification.
  await eventually(holders).not.toBe(dead);
  expect(await holdLease(db, dead)).toBe(false);

  // Simulates that the database's clock was set back since.
  await db('state').update({ watcher: dead, watcher_until: db.raw("now() + interval '1 hour'") });
  await eventually(holders).not.toBe(dead);
});

describe('providers that fail or lie', () => {
  it('delay a watcher and make it miss nothing', async () => {
    const verifier = await startWatching({}, { constants: { rpcTimeoutMs: 1_000 } });
    await ready(verifier);
    const lists = { method: 'getSignaturesForAddress' } as const;
    const faults: Fault[] = [
      { ...lists, kind: 'http', status: 500 },
      { ...lists, kind: 'replace', result: [] },
      { ...lists, kind: 'replace', result: 'none' },
      { ...lists, kind: 'hang' },
      { method: '*', kind: 'http', status: 429 },
      { method: 'getTokenAccountsByOwner', kind: 'error', code: -32_005, message: 'behind' },
      { method: 'getTransaction', kind: 'replace', result: null },
      { method: 'getTransaction', kind: 'alter', set: [{ path: '/meta', value: null }] },
    ];
    for (const [index, fault] of faults.entries()) {
      await holdFinality();
      const signature = await send(chain, [holder.burn(), holder.memo(`LISTBURN${800 + index}`)]);
      await chain.control.addFault(fault);
      const met = async () => {
        const { calls } = await chain.control.state();
        const counts = fault.method === '*' ? Object.values(calls) : [calls[fault.method] ?? 0];
        return counts.reduce((sum, count) => sum + count, 0);
      };
      const before = await met();
      await releaseFinality();
      await eventually(met).toBeGreaterThan(before);
      await chain.control.reset();
      await eventually(() => notifications(signature).length).toBe(1);
    }
  });

  it('that cannot return one transaction do not delay the others', async () => {
    const verifier = await startWatching();
    await ready(verifier);
    await holdFinality();
    const stuck = await send(chain, [holder.burn(), holder.memo('LISTBURN081')]);
    await chain.control.addFault({
      method: 'getTransaction',
      paramsContain: stuck,
      kind: 'alter',
      set: [{ path: '/meta', value: null }],
    });
    await releaseFinality();
    const other = await send(chain, [holder.burn(), holder.memo('LISTBURN082')]);
    await eventually(() => notifications(other).length).toBe(1);
    await eventually(() =>
      verifier.context.db('found_transactions').where({ signature: stuck }).first(),
    ).toMatchObject({ handled_at: null, code: 'incomplete_response' });
    await chain.control.reset();
    await eventually(() => notifications(stuck).length).toBe(1);
  });

  it('of which one leaves a payment out: with a quorum it is found all the same', async () => {
    const verifier = await startWatching({
      SOLANA_RPC_URLS: `${second.url},${chain.url}`,
      SOLANA_RPC_QUORUM: '2',
    });
    await ready(verifier);
    let hidden = '';
    second.see({
      getSignaturesForAddress: (entries) =>
        (entries as { signature: string }[]).filter(({ signature }) => signature !== hidden),
    });
    const withheld = holder.memo('LISTBURN091');
    await chain.control.setDelays({ finalizeMs: 5_000 });
    hidden = await send(chain, [holder.burn(), withheld]);
    const after = await send(chain, [holder.burn(), holder.memo('LISTBURN092')]);
    await chain.control.reset();
    await eventually(() => [...references()].sort()).toEqual(['LISTBURN091', 'LISTBURN092']);
    expect([...notifications(hidden), ...notifications(after)]).toHaveLength(2);
  });
});
