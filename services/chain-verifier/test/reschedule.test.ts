import { referenceKeyOf } from '@naughty-list/payment-transactions/build-payment';
import { RetryLater } from '@naughty-list/service-kit/jobs/handler';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { queueKinds } from '@naughty-list/test-kit/queue-place';
import { PublicKey } from '@solana/web3.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { reschedule } from '../src/jobs/verify-payment.ts';
import { recordRequested } from '../src/reference-keys/repository.ts';
import { receive } from '../src/verifications/repository.ts';
import type { Purpose } from '../src/verifications/verification.ts';
import { redeliverAt } from '../src/watch/handle-found.ts';
import { startWatcher } from '../src/watch/start.ts';
import { burn, holderOf, send, withKey } from './transactions.ts';
import {
  eventually,
  removalDemand,
  startInEachTest,
  startTestChain,
  type TestVerifier,
} from './verifier-under-test.ts';

const HOUR_MS = 3_600_000;
const later = { now: () => new Date(Date.now() + HOUR_MS) };
const chain = closeAfterAll(await startTestChain());

describe.each(queueKinds)('with jobs in %s', (kind) => {
  const { start } = startInEachTest(chain, [], kind);
  let verifier: TestVerifier;
  let count = 0;

  beforeEach(async () => {
    verifier = await start();
  });

  const idOf = (purpose: Purpose) =>
    `${purpose}_00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;

  /** Requests a transaction again, an hour after the first request, of which only the status is available. */
  async function requestAgain(id: string): Promise<void> {
    const signature = await burn(chain, `LISTBURN${count}`);
    // Before finality, the judging would end as `not_finalized`.
    await chain.untilFinal(signature);
    const received = { id, signature, demand: removalDemand(count), round: 0 };
    await receive(verifier.context.db, received, new Date(Date.now() - HOUR_MS));
    await chain.control.addFault({ method: 'getTransaction', kind: 'replace', result: null });
    await verifier.claim(signature, removalDemand(count), id);
  }

  const jobOf = async (id: string) => {
    const queue = await verifier.context.queues.open('chain-verifier');
    const job = await queue.getJob(`verify-burn.${id}.0`);
    return job && { state: await job.getState(), delay: job.delay };
  };

  it('a claim that cannot be judged is retried less often the older it is', async () => {
    const id = idOf('removal');
    await requestAgain(id);
    await eventually(async () => Number((await jobOf(id))?.delay)).toBeGreaterThan(HOUR_MS / 5);
  });

  it('a preview that cannot be judged is abandoned once it has expired', async () => {
    const id = idOf('look');
    await requestAgain(id);
    await eventually(async () => (await jobOf(id))?.state).toBe('completed');
    expect(await verifier.find(id)).toMatchObject({ outcome: 'pending', code: 'history_unavailable' });
  });

  it('neither an outage nor an unknown claim is rescheduled', async () => {
    const id = idOf('removal');
    const outage = new Error('The database was away');
    const parts = { db: verifier.context.db, clock: later };
    await expect(reschedule(parts, id, outage)).rejects.toBe(outage);
    const received = { id, signature: 'any', demand: removalDemand(count), round: 0 };
    await receive(verifier.context.db, received, new Date());
    await expect(reschedule(parts, id, outage)).rejects.toBe(outage);
    await expect(reschedule(parts, id, outage)).rejects.not.toBeInstanceOf(RetryLater);
  });
});

const MINUTE_MS = 60_000;
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
    // Also what was delivered: its owner may not have known the reference yet.
    aheadMs = 11 * MINUTE_MS;
    await eventually(notified).toEqual(['LISTBURN011', 'LISTBURN011', reference, reference]);
  });
});
