import { settleMembershipPaymentJob, settleReportPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { referenceKeyOf } from '@naughty-list/payment-transactions/build-payment';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { startSecondProvider } from '@naughty-list/test-kit/second-provider';
import { Keypair, PublicKey } from '@solana/web3.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeBase58 } from '../src/chain/base58.ts';
import { forgetOld } from '../src/forget-old.ts';
import { loadMint, type Mint } from '../src/mint/mint.ts';
import { handleFoundByKey, pollKeys, startKeyPolling } from '../src/reference-keys/poll-keys.ts';
import { recordRequested, takeDueKeys } from '../src/reference-keys/repository.ts';
import { findTerms } from '../src/terms/terms.ts';
import { startWatcher, watchOf } from '../src/watch/start.ts';
import { burnAsRequested, holderOf, send, sendMany, withKey } from './transactions.ts';
import {
  eventually,
  removalDemand,
  startInEachTest,
  startTestChain,
  type TestVerifier,
} from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const second = closeAfterAll(await startSecondProvider(chain.url));
const holder = holderOf(chain);
const tests = startInEachTest(chain, [second]);
let notified: { signature: string; reference: string }[];
beforeEach(() => {
  notified = [];
});

async function start(...[settings, options]: Parameters<typeof tests.start>): Promise<TestVerifier> {
  const verifier = await tests.start(
    { SOLANA_RPC_REQUESTS_PER_SECOND: '0', ...settings },
    { ...options, constants: { watchPauseMs: 100, ...options?.constants } },
  );
  await verifier.context.queues.work(
    [settleReportPaymentJob, settleMembershipPaymentJob].map((job) =>
      handle(job, async ({ signature, reference }) => void notified.push({ signature, reference })),
    ),
  );
  return verifier;
}

const keyOf = (reference: string) =>
  new PublicKey(referenceKeyOf({ mint: chain.mint, burnWallet: chain.burnWallet, reference }));
const request = ({ context }: TestVerifier, reference: string) =>
  recordRequested(context.db, {
    subject: `report:${Number(reference.slice(-3))}`,
    reference,
    referenceKey: keyOf(reference).toBase58(),
  });

/** Runs one round of reading what is due. */
const settle = ({ context }: TestVerifier, mint: Mint) =>
  handleFoundByKey(context, {
    cluster: mint.cluster,
    open: async () => ({
      mint,
      handling: watchOf(context, await findTerms(context.db, mint.cluster)),
    }),
  });

describe('a burn that was asked for', () => {
  it('is found by its key although no provider lists the mint and the burn wallet', async () => {
    second.see({
      getSignaturesForAddress: (result, [address]) =>
        address === keyOf('LISTBURN501').toBase58() ? result : [],
    });
    const started = await start({ SOLANA_RPC_URLS: second.url });
    startWatcher(started.context);
    startKeyPolling(started.context);
    const signature = await burnAsRequested(chain, started, 501);
    await eventually(() => notified).toEqual([{ signature, reference: 'LISTBURN501' }]);
  });

  it('is read before what is found at the mint', async () => {
    const started = await start();
    const { cluster } = await loadMint(started.context, chain.mint);
    const at = new Date(0);
    const junk = Array.from({ length: 2_000 }, (_, index) => ({
      cluster,
      signature: encodeBase58(Buffer.alloc(64, `junk ${index}`)),
      slot: 1,
      found_at: at,
      due_at: at,
    }));
    await started.context.db.batchInsert('found_transactions', junk, 500);
    startKeyPolling(started.context);
    const signature = await burnAsRequested(chain, started, 502);
    await eventually(() => notified).toEqual([{ signature, reference: 'LISTBURN502' }]);
    // It is marked as handled after its owner was notified.
    const unread = () => started.context.db('found_transactions').whereNull('handled_at').count();
    await eventually(unread).toEqual([{ count: '2000' }]);
  });

  it('is found beside a provider that stands still and one that fails', async () => {
    const failing = await startSecondProvider(chain.url);
    second.see({ getSignaturesForAddress: () => [] });
    failing.see({ getSignaturesForAddress: () => 'no list' });
    const urls = [failing.url, second.url, chain.url].join(',');
    const started = await start({ SOLANA_RPC_URLS: urls });
    startKeyPolling(started.context);
    const signature = await burnAsRequested(chain, started, 503);
    await eventually(() => notified).toEqual([{ signature, reference: 'LISTBURN503' }]);
    expect(failing.asked).toContain('getSignaturesForAddress');
    await failing.close();
  });

  it('is found while a provider hangs, without waiting for it', async () => {
    const settings = { SOLANA_RPC_URLS: `${second.url},${chain.url}` };
    const started = await start(settings, { constants: { rpcTimeoutMs: 60_000 } });
    const { db, metrics } = started.context;
    await loadMint(started.context, chain.mint);
    const never = () => new Promise(() => {});
    second.see({ getSignaturesForAddress: never, getTransaction: never });
    await request(started, 'LISTBURN512');
    startKeyPolling(started.context);
    await eventually(() => db('requested_demands').where('polls', '>', 0)).toHaveLength(1);
    const signature = await send(chain, [withKey(holder.burn(), keyOf('LISTBURN512'))]);
    await eventually(() => notified).toContainEqual({ signature, reference: 'LISTBURN512' });
    expect((await metrics.read()).text).not.toContain('code="timeout"');
  });

  it('is found without its memo, and only by the key of its own report', async () => {
    const started = await start();
    for (const reference of ['LISTBURN504', 'LISTBURN505']) await request(started, reference);
    startKeyPolling(started.context);
    const other = await send(chain, [withKey(holder.burn(), Keypair.generate().publicKey)]);
    const both = await send(chain, [
      withKey(holder.burn(), keyOf('LISTBURN504')),
      holder.memo('LISTBURN505'),
    ]);
    const signature = await send(chain, [withKey(holder.burn(), keyOf('LISTBURN504'))]);
    await eventually(() => notified.filter(({ reference }) => reference.startsWith('LISTBURN')).length).toBe(
      2,
    );
    const found = notified.filter(({ reference }) => reference.startsWith('LISTBURN'));
    expect(found).toEqual(
      expect.arrayContaining([
        { signature, reference: 'LISTBURN504' },
        { signature: both, reference: 'LISTBURN505' },
      ]),
    );
    expect(found.map((one) => one.signature)).not.toContain(other);
  });

  it('is found among junk on its key, which delays no other', async () => {
    const started = await start();
    for (const reference of ['LISTBURN506', 'LISTBURN507']) await request(started, reference);
    const junk = () => [withKey(holder.burn(1n), keyOf('LISTBURN506'))];
    await sendMany(chain, 30, junk);
    const paid = await send(chain, [
      withKey(holder.burn(), keyOf('LISTBURN506')),
      holder.memo('LISTBURN506'),
    ]);
    await sendMany(chain, 30, junk);
    const other = await send(chain, [withKey(holder.burn(), keyOf('LISTBURN507'))]);
    await chain.untilFinal(other);
    const { context } = started;
    const mint = await loadMint(context, chain.mint);
    expect(await pollKeys(context, mint.cluster)).toBe(2);
    // Eight of 61, and the only one of the other key.
    expect(await settle(started, mint)).toBe(9);
    const isRead = async (signature: string) =>
      (await context.db('found_transactions').where({ signature }).whereNotNull('handled_at')).length === 1;
    expect(await isRead(other)).toBe(true);
    // Slots are short and hold several transactions, so their order is undetermined.
    for (let left = 53; left > 0; left -= 8) expect(await settle(started, mint)).toBe(Math.min(8, left));
    expect(await isRead(paid)).toBe(true);
    await eventually(() => notified.filter(({ reference }) => reference.startsWith('LISTBURN')).length).toBe(
      2,
    );
    expect(notified).toContainEqual({ signature: other, reference: 'LISTBURN507' });
    expect(notified).toContainEqual({ signature: paid, reference: 'LISTBURN506' });
  });

  it('is read at once where the clock was set back since it was found', async () => {
    let aheadMs = 3_600_000;
    const started = await start({}, { clock: { now: () => new Date(Date.now() + aheadMs) } });
    await request(started, 'LISTBURN519');
    const signature = await send(chain, [withKey(holder.burn(), keyOf('LISTBURN519'))]);
    await chain.untilFinal(signature);
    const mint = await loadMint(started.context, chain.mint);
    await pollKeys(started.context, mint.cluster);
    aheadMs = 0;
    expect(await settle(started, mint)).toBe(1);
    await eventually(() => notified).toContainEqual({ signature, reference: 'LISTBURN519' });
  });
});

describe('a demand', () => {
  it('is polled while the claimed hash is unknown', async () => {
    const started = await start();
    await started.claim(encodeBase58(Buffer.alloc(64, 7)), removalDemand(508));
    const keys = () => started.context.db('requested_demands').pluck('reference_key');
    await eventually(keys).toEqual([keyOf('LISTBURN508').toBase58()]);
  });

  it('is polled with the newest first, few at a time, and not again at once', async () => {
    const { context } = await start();
    const record = (index: number) =>
      recordRequested(context.db, {
        subject: `report:${index}`,
        reference: `LISTBURN${index}`,
        referenceKey: `key ${index}`,
      });
    for (let index = 1; index <= 10; index += 1) await record(index);
    const newest = Array.from({ length: 8 }, (_, index) => `key ${10 - index}`);
    expect((await takeDueKeys(context.db)).toSorted()).toEqual(newest.toSorted());
    const postpone = () =>
      context.db.raw(
        "update requested_demands set next_poll_at = now() + interval '1 minute' where polls > 0",
      );
    await postpone();
    expect((await takeDueKeys(context.db)).toSorted()).toEqual(['key 1', 'key 2']);
    await postpone();
    expect(await takeDueKeys(context.db)).toEqual([]);
    await record(10);
    const again = context.db.raw('extract(epoch from next_poll_at - requested_at)::float8 as seconds');
    expect(await context.db('requested_demands').where({ reference: 'LISTBURN10' }).select(again)).toEqual([
      { seconds: 2 },
    ]);
  });

  it('is polled more rarely as it grows older, and no more once it is old or paid', async () => {
    const started = await start();
    const { db } = started.context;
    const polledAgainIn = async (age: string) => {
      await request(started, 'LISTBURN509');
      await db.raw(
        `update requested_demands set next_poll_at = now(), requested_at = now() - interval '${age}'`,
      );
      const taken = await takeDueKeys(db);
      const [row] = await db('requested_demands').select(
        db.raw('extract(epoch from next_poll_at - now())::float8 as seconds'),
      );
      return taken.length === 0 ? null : Math.round(row.seconds);
    };
    // The database's clock has advanced slightly by then.
    expect(await polledAgainIn('0 seconds')).toBeLessThanOrEqual(2);
    const aged = await polledAgainIn('10 minutes');
    expect(aged).toBeGreaterThan(2);
    expect(aged).toBeLessThanOrEqual(31);
    expect(await polledAgainIn('31 minutes')).toBeNull();
    const claimed = await send(chain, [holder.burn(), holder.memo('LISTBURN509')]);
    await started.decided(await started.claim(claimed, removalDemand(509)));
    expect(await polledAgainIn('0 seconds')).toBeNull();
  });

  it('is polled at once, and ages, where the clock of the database was set back', async () => {
    const started = await start();
    const { db } = started.context;
    await request(started, 'LISTBURN513');
    const anHourAhead = db.raw("now() + interval '1 hour'");
    await db('requested_demands').update({ requested_at: anHourAhead, next_poll_at: anHourAhead });
    expect(await takeDueKeys(db)).toEqual([keyOf('LISTBURN513').toBase58()]);
    expect(await db('requested_demands').where('requested_at', '<=', db.fn.now())).toHaveLength(1);
    expect(await takeDueKeys(db)).toEqual([]);
  });

  it('is forgotten after a day', async () => {
    const started = await start();
    const { db } = started.context;
    for (const reference of ['LISTBURN510', 'LISTBURN511']) await request(started, reference);
    await db('requested_demands')
      .where({ reference: 'LISTBURN510' })
      .update({ requested_at: db.raw("now() - interval '25 hours'") });
    await forgetOld(started.context, () => true);
    expect(await db('requested_demands').pluck('reference')).toEqual(['LISTBURN511']);
  });
});
