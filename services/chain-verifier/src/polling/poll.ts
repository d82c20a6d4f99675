import { verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Signature } from '@naughty-list/contracts/primitives';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import { withinTrace } from '@naughty-list/service-kit/telemetry/tracing';
import { MOST_STATUSES } from '../chain/rpc.ts';
import type { Context } from '../context.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { recordProgress } from '../verifications/judging-repository.ts';
import { pendingMessage } from '../verifications/pending.ts';
import { type Polled, schedulePolls, takeDuePolls } from '../verifications/repository.ts';
import { stageOf } from '../verifications/verification.ts';
import type { Verifier } from '../verifications/verify.ts';
import { decidePoll, type PollDecision, type Readings } from './decide-poll.ts';

const EVERY_MS = 500;
/** How long to wait for the rest of the providers once a quorum has answered: one that hangs must not delay claims. */
const GRACE_MS = 2_000;
/** Jobs for previews per batch, so that many of them do not fill the queue; the others are polled again later. */
const PREVIEWS_JUDGED = 8;
const PREVIEW_LATER_MS = 2_000;

export type Poller = { verifier: Verifier; queues: Pick<Queues, 'add'> };

/**
 * Looks up everything that is due, 256 signatures per call, and queues a judging job for each transaction that has
 * progressed far enough or may be marked as not found. Survives a crash: the rows hold when they are due again. Returns
 * how many were looked up.
 */
export async function pollOnce(poller: Poller, mayGoOn: () => boolean = () => true): Promise<number> {
  const { db } = poller.verifier;
  let polled = 0;
  while (mayGoOn()) {
    const due = await takeDuePolls(db, MOST_STATUSES);
    if (due.length > 0) await pollBatch(poller, due);
    polled += due.length;
    if (due.length < MOST_STATUSES) break;
  }
  return polled;
}

/** Every worker polls; each takes due rows that no other has taken. */
export const startPoller = every(
  EVERY_MS,
  async (context: Context, mayGoOn) => void (await pollOnce(context, mayGoOn)),
  { atStart: true, name: 'poller' },
);

async function pollBatch({ verifier, queues }: Poller, due: readonly Polled[]): Promise<void> {
  const { db, providers, clock, commitment, notFoundAfterMs } = verifier;
  const readings = await readTogether(verifier, due);
  const now = clock.now();
  let previews = 0;
  const decided = due.map((polled) => {
    const { quorum } = providers;
    const of = {
      readings: readings.get(polled.record.signature) ?? [],
      quorum,
      commitment,
      now,
      notFoundAfterMs,
    };
    const decision = decidePoll(polled.record, of);
    if (polled.record.purpose !== 'look' || decision.next !== 'judge') return { ...polled, decision };
    previews += 1;
    const later = { next: 'wait', nextInMs: PREVIEW_LATER_MS } as const;
    return { ...polled, decision: previews > PREVIEWS_JUDGED ? later : decision };
  });
  // Reschedule first: a job added twice is queued once, and one that is not added becomes due again.
  await schedulePolls(
    db,
    decided.map(({ record: { id }, decision }) => ({
      id,
      nextInMs: decision.next === 'stop' ? null : decision.nextInMs,
    })),
  );
  for (const one of decided) await carryOut({ verifier, queues }, one);
}

/** Each provider's statuses of the signatures; providers without a usable response in time are omitted. */
async function readTogether({ providers }: Verifier, due: readonly Polled[]): Promise<Map<string, Readings>> {
  const signatures = [...new Set(due.map(({ record }) => record.signature))];
  const { answers } = await providers.askAll(
    (rpc) => rpc.statuses(signatures),
    ({ length }) => length >= providers.quorum,
    GRACE_MS,
  );
  return new Map(
    signatures.map((signature, index) => {
      const given = answers.map(({ answer }) => answer[index]);
      return [signature, given.filter((one) => one !== undefined && !(one instanceof RpcFault))] as [
        string,
        Readings,
      ];
    }),
  );
}

async function carryOut(
  { verifier: { db, clock }, queues }: Poller,
  { record, polls, requestId, trace, decision }: Polled & { decision: PollDecision },
): Promise<void> {
  if (decision.next === 'judge') {
    const { id, signature, demand, round } = record;
    const payload = {
      id,
      signature: Signature.parse(signature),
      demand,
      round,
      poll: { count: polls, seen: decision.seen },
      ...(requestId !== null && { requestId }),
    };
    await withinTrace(trace, () => queues.add(verifyPaymentJob, payload));
  }
  if (decision.next === 'record') {
    const code = 'not_finalized';
    const stage = stageOf(decision.status.commitment);
    await recordProgress(db, record, { stage, code, message: pendingMessage(code), seenAt: clock.now() });
  }
}
