import { createTestDatabase } from '@naughty-list/test-kit/database';
import { createQueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { expect, it, onTestFinished } from 'vitest';
import { startWatcher } from '../src/watch/start.ts';
import { tellAgainAt } from '../src/watch/tell-again-at.ts';
import { holderOf, send } from './found-transactions.ts';
import { eventually, startTestChain, startVerifier } from './verifier-under-test.ts';

const MINUTE_MS = 60_000;

it('tells again after a minute, ten minutes, two hours, 17 hours, and no more', () => {
  const now = new Date(0);
  const minutes = [0, 1, 2, 3, 4].map((tellings) => tellAgainAt(tellings, now)?.getTime());
  expect(minutes).toEqual([1, 10, 100, 1_000, undefined].map((minute) => minute && minute * MINUTE_MS));
});

it.each(queueKinds)('a payment whose job was lost in %s is told again', async (kind) => {
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
  const told = async () => (await queue.getJobs(['waiting'])).map(({ data }) => data.reference);

  const holder = holderOf(chain);
  await send(chain, [holder.openWallet()]);
  startWatcher(context);
  await eventually(
    async () =>
      (await context.db('watched_addresses').pluck('cursor_signature')).filter((cursor) => cursor !== null)
        .length,
  ).toBeGreaterThan(0);
  await send(chain, [holder.burn(), holder.memo('LISTBURN011')]);
  await eventually(told).toEqual(['LISTBURN011']);
  const row = async () => context.db('found_transactions').whereNotNull('tell_again_at').first();
  await eventually(async () => (await row())?.tellings).toBe(0);
  // The job was never taken, so the owner would not have learned of the payment.
  await queue.obliterate({ force: true });
  expect(await told()).toEqual([]);
  aheadMs = MINUTE_MS;
  await eventually(told).toEqual(['LISTBURN011']);
  await eventually(async () => (await row())?.tellings).toBe(1);
});
