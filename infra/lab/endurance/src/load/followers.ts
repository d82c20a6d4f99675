import type { Answered } from '../caller.ts';
import { count } from '../journal.ts';
import { again } from './again.ts';
import type { Crowd } from './crowd.ts';

const PAUSE_MS = 300;
const FOLLOWS_FOR_MS = 15_000;
const UNKNOWN_SHARE = 0.25;

/** Users who preview a payment: half poll for the result, half follow the events. */
export function follow(crowd: Crowd): Promise<void> {
  const { call, random, runRecord, over } = crowd;
  return again(PAUSE_MS, over, async () => {
    const reportId = runRecord.reports[random.between(0, runRecord.reports.length - 1)];
    const payment = runRecord.sent[random.between(0, runRecord.sent.length - 1)]?.payment;
    if (reportId === undefined || payment === undefined) return;
    const txHash = random.next() < UNKNOWN_SHARE ? unknownVerifications(payment) : payment;
    const follows = random.next() < 0.5;
    const answer = await call('look at a payment', '/api/verify-burn', {
      method: 'POST',
      headers: follows ? { prefer: 'respond-async' } : {},
      body: JSON.stringify({ txHash, reportId }),
    });
    if (follows && answer?.status === 202) await followEvents(crowd, idIn(answer));
  });
}

/** A signature of no transaction, followed in vain. */
const unknownVerifications = (payment: string) =>
  payment.slice(0, 40) + payment[41] + payment[40] + payment.slice(42);

const idIn = ({ text }: Answered) => String((JSON.parse(text) as { verificationId: string }).verificationId);

/**
 * Follows to the last event, or for a typical time on a page. A stream that ends cleanly is resumed; one that breaks
 * off is a failure.
 */
async function followEvents({ url, journal }: Crowd, id: string): Promise<void> {
  const leave = AbortSignal.timeout(FOLLOWS_FOR_MS);
  const path = `/api/verifications/${id}/events`;
  while (!leave.aborted) {
    const from = Date.now();
    try {
      const answer = await fetch(`${url}${path}`, { signal: leave });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
      if (/^id: last$/m.test(text)) return count(journal.answered, 'events to the last');
      count(journal.answered, 'events, up to an orderly end');
    } catch (error) {
      if (leave.aborted) return count(journal.answered, 'events, left by the listener');
      const reason = error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error);
      journal.failures.push({ what: `events ${path}`, from, to: Date.now(), reason });
      return;
    }
  }
}
