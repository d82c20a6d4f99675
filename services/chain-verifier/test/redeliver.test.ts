import { referenceKeyOf } from '@naughty-list/payment-transactions/build-payment';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { queueKinds } from '@naughty-list/test-kit/queue-place';
import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { recordRequested } from '../src/reference-keys/repository.ts';
import { redeliverAt } from '../src/watch/handle-found.ts';
import { startWatcher } from '../src/watch/start.ts';
import { holderOf, send, withKey } from './found-transactions.ts';
import { eventually, startInEachTest, startTestChain } from './verifier-under-test.ts';

const MINUTE_MS = 60_000;
const chain = closeAfterAll(await startTestChain());

it('redelivers after a minute, ten minutes, two hours and 17 hours, then stops', () => {
  const now = new Date(0);
  const minutes = [0, 1, 2, 3, 4].map((notifications) => redeliverAt(notifications, now)?.getTime());
  expect(minutes).toEqual([1, 10, 100, 1_000, undefined].map((minute) => minute && minute * MINUTE_MS));
});

describe.each(queueKinds)('payments whose jobs were lost in %s', (kind) => {
  const { start } = startInEachTest(chain, [], kind);
  it('are redelivered', async () => {
    let aheadMs = 0;
    const { context } = await start(
      { SOLANA_RPC_REQUESTS_PER_SECOND: '0' },
      { constants: { watchPauseMs: 100 }, clock: { now: () => new Date(Date.now() + aheadMs) } },
    );
    const queue = await context.queues.open('reports');
    const notified = async () =>
      (await queue.getJobs(['waiting'])).map(({ data }) => data.reference).toSorted();

    const holder = holderOf(chain);
    await send(chain, [holder.openWallet()]);
    startWatcher(context);
    await eventually(
      async () =>
        (await context.db('watched_addresses').pluck('listed_slot')).filter((cursor) => cursor !== null)
          .length,
    ).toBeGreaterThan(0);
    const reference = 'LISTBURN012';
    const { mint, burnWallet } = chain;
    const referenceKey = referenceKeyOf({ mint, burnWallet, reference });
    await recordRequested(context.db, { subject: 'report:12', reference, referenceKey });
    await send(chain, [holder.burn(), holder.memo('LISTBURN011')]);
    await send(chain, [withKey(holder.burn(), new PublicKey(referenceKey))]);
    await eventually(notified).toEqual(['LISTBURN011', reference]);
    const handled = () => context.db('found_transactions').whereNotNull('handled_at');
    const tellings = () => handled().whereNotNull('due_at').pluck('tellings');
    await eventually(tellings).toEqual([0, 0]);
    // The jobs were never taken, so the owner would not have learned of the payments.
    await queue.obliterate({ force: true });
    expect(await notified()).toEqual([]);
    aheadMs = MINUTE_MS;
    await eventually(notified).toEqual(['LISTBURN011', reference]);
    await eventually(tellings).toEqual([1, 1]);
  });
});
