import type { Database } from '@naughty-list/service-kit/database/database';
import { type TraceCarrier, traceCarrier } from '@naughty-list/service-kit/telemetry/tracing';
import { OWN_COLUMNS, type Row, toRecord } from '../verifications/repository.ts';
import type { VerificationRecord } from '../verifications/verification.ts';

/** A verification to poll; `polls` counts its polls, including this one. */
export type Polled = {
  record: VerificationRecord;
  polls: number;
  requestId: string | null;
  /** Trace context in which the claim was received. */
  trace: TraceCarrier;
};

// The longest that a crashed poller or a lost job delays the rows it had taken.
const TAKEN_SECONDS = 30;
/** Without a poll for this long, the poller is presumed dead, and a job from the owner's sweep judges directly. */
const POLLED_SECONDS = 60;

/** Hands a pending verification over to the poller, with its first poll after `afterMs`. */
export async function leaveToPoller(
  db: Database,
  { id, requestId, afterMs }: { id: string; requestId: string | undefined; afterMs: number },
): Promise<void> {
  const { traceparent } = traceCarrier();
  await db('verifications')
    .where({ id, outcome: 'pending' })
    .update({
      poll_at: db.raw("now() + ? * interval '1 millisecond'", [afterMs]),
      ...(requestId !== undefined && { request_id: requestId }),
      ...(traceparent !== undefined && { traceparent }),
    });
}

/** Whether the poller is handling a verification; if so, records the round in which its owner requested it again. */
export async function isPolled(db: Database, { id, round }: { id: string; round: number }): Promise<boolean> {
  const { rowCount } = await db.raw(
    `update verifications set round = greatest(round, :round)
     where id = :id and outcome = 'pending' and poll_at > now() - interval '${POLLED_SECONDS} seconds'`,
    { id, round },
  );
  return rowCount === 1;
}

/**
 * Takes verifications that are due, payments before previews and the longest overdue first, skipping those that another poller is taking. A due time
 * beyond the longest possible delay was set before the database's clock was set back, so it counts as due.
 */
export async function takeDuePolls(db: Database, limit: number): Promise<Polled[]> {
  type PolledRow = Row & { polls: number; request_id: string | null; traceparent: string | null };
  const { rows } = await db.raw<{ rows: PolledRow[] }>(
    `update verifications own
     set poll_at = now() + interval '${TAKEN_SECONDS} seconds', polls = own.polls + 1
     from (select id from verifications where outcome = 'pending'
           and (poll_at <= now() or poll_at > now() + interval '${POLLED_SECONDS} seconds')
           order by purpose = 'look', poll_at limit :limit for update skip locked) due
     where own.id = due.id
     returning ${OWN_COLUMNS}, own.polls, own.request_id, own.traceparent`,
    { limit },
  );
  return rows.map(({ polls, request_id: requestId, traceparent, ...row }) => ({
    record: toRecord(row as Row),
    polls,
    requestId,
    trace: traceparent === null ? {} : { traceparent },
  }));
}

/** Sets when each is polled next; without a time, never again. Rows decided in the meantime are unchanged. */
export async function schedulePolls(
  db: Database,
  polls: readonly { id: string; nextInMs: number | null }[],
): Promise<void> {
  if (polls.length === 0) return;
  await db.raw(
    `update verifications polled set poll_at = now() + next.after_ms * interval '1 millisecond'
     from unnest(:ids::text[], :after::float8[]) next (id, after_ms)
     where polled.id = next.id and polled.outcome = 'pending'`,
    { ids: polls.map(({ id }) => id), after: polls.map(({ nextInMs }) => nextInMs) },
  );
}
