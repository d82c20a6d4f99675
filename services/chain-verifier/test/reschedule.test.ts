import { RetryLater } from '@naughty-list/service-kit/jobs/handler';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { queueKinds } from '@naughty-list/test-kit/queue-place';
import { beforeEach, describe, expect, it } from 'vitest';
import { reschedule } from '../src/jobs/verify-payment.ts';
import { receive } from '../src/verifications/repository.ts';
import type { Purpose } from '../src/verifications/verification.ts';
import { burn } from './transactions.ts';
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
