import { createTestDatabase } from '@naughty-list/test-kit/database';
import { createQueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { expect, it, onTestFinished } from 'vitest';
import { redeliverAt } from '../src/watch/notify-owner.ts';
import { startWatcher } from '../src/watch/start.ts';
import { holderOf, send } from './found-transactions.ts';
import { eventually, startTestChain, startVerifier } from './verifier-under-test.ts';

const MINUTE_MS = 60_000;

it('redelivers after a minute, ten minutes, two hours and 17 hours, then stops', () => {
  const now = new Date(0);
  const minutes = [0, 1, 2, 3, 4].map((notifications) => redeliverAt(notifications, now)?.getTime());
  expect(minutes).toEqual([1, 10, 100, 1_000, undefined].map((minute) => minute && minute * MINUTE_MS));
});

it.each(queueKinds)('a payment whose job was lost in %s is redelivered', async (kind) => {
  const [chain, database, place] = await Promise.all([
    startTestChain(),
    createTestDatabase(),
    createQueuePlace(kind),
  ]);
  let aheadMs = 0;
  const verifier = await startVerifier({
    databaseUrl: database.url,
    chain,
    settings: { QUEUE_URL: place.url, WATCH_INTERVAL_MS: '100', SOLANA_RPC_REQUESTS_PER_SECOND: '0' },
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
  onTestFinished(async () => {
    await verifier.close();
    await chain.close();
    await Promise.all([database.drop(), place.drop()]);
  });
  const { context } = verifier;
  const queue = await context.queues.open('reports');
  const notified = async () => (await queue.getJobs(['waiting'])).map(({ data }) => data.reference);

  const holder = holderOf(chain);
  await send(chain, [holder.openWallet()]);
  startWatcher(context);
  await eventually(
    async () =>
      (await context.db('watched_addresses').pluck('cursor_signature')).filter((cursor) => cursor !== null)
        .length,
  ).toBeGreaterThan(0);
  await send(chain, [holder.burn(), holder.memo('LISTBURN011')]);
  await eventually(notified).toEqual(['LISTBURN011']);
  const row = async () => context.db('found_transactions').whereNotNull('tell_again_at').first();
  await eventually(async () => (await row())?.tellings).toBe(0);
  // The job was never taken, so the owner would not have learned of the payment.
  await queue.obliterate({ force: true });
  expect(await notified()).toEqual([]);
  aheadMs = MINUTE_MS;
  await eventually(notified).toEqual(['LISTBURN011']);
  await eventually(async () => (await row())?.tellings).toBe(1);
});
