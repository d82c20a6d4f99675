import type { AdminRole } from '@naughty-list/contracts/admin-session';
import { ApiError } from '@naughty-list/contracts/errors';
import { reviewTexts } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { insertEntry } from '../../record/audit-entries.ts';
import type { Operation } from '../../record/rows.ts';

/** How many decisions one moderator may make alone: any in a minute, consequential ones in a day. */
export type DecisionLimit = { perMinute: number; perDay: number };

/** The pace grows with the day's limit, which an operator sets by the size of the desk. */
export const decisionLimitOf = (perDay: number): DecisionLimit => ({ perDay, perMinute: 3 * perDay });

/** An operation of a moderator, and the limit that it counts against. */
export type LimitedOperation = Operation & { decisionLimit: DecisionLimit };

const MINUTE_S = 60;

/** What the audit log says of a handle that has changed hands. */
export const HAS_CHANGED = 'has changed hands';

/** SQL: whether an entry changed the status of a case, took something public away, or took a name from a case. */
const isConsequential = `(
  action = 'delete' and case subject when 'nice_report' then before ->> 'held_at' is null
    else before ->> 'is_removed' = 'false' end or action = 'set_status'
  or action = 'decide_appeal' and details ->> 'status' is not null
  or action = 'decide_statement' and details ->> 'decision' = 'reject' and details ->> 'was' = 'published'
  or action = 'mark_handle' and details ->> 'handle' = '${HAS_CHANGED}')`;

/** SQL: each moderator's consequential decisions within a day, and how many more another moderator allowed. */
const DAY = `select who, count(*) filter (where ${isConsequential})::int as decisions, 0 as allowed
    from audit_log where at > now() - interval '1 day' group by who
  union all
  select username, 0, sum((details ->> 'count')::int)::int
    from audit_log where at > now() - interval '1 day' and action = 'allow_decisions' group by username`;

/**
 * Requires that a moderator may decide now, and make `consequential` more decisions without another moderator's approval.
 * Locks the moderator's decisions until the transaction ends, so that the count is exact. Call it before locking rows.
 *
 * @throws ApiError too_many_requests, second_word_needed
 */
export async function requireWithinLimit(
  trx: Knex,
  { operationId, who, decisionLimit }: LimitedOperation,
  consequential: number,
): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtextextended('decisions ' || ?, 0))", [who]);
  const { rows } = await trx.raw<{ rows: { operations: number; decisions: number; allowed: number }[] }>(
    `select (select count(distinct operation_id)::int from audit_log
         where at > now() - interval '1 minute' and who = :who and operation_id <> :operationId
           and action not in ('undo', 'restore')) as operations,
       coalesce(sum(decisions), 0)::int as decisions, coalesce(sum(allowed), 0)::int as allowed
     from (${DAY}) each_one where who = :who`,
    { who, operationId },
  );
  const { operations = 0, decisions = 0, allowed = 0 } = rows[0] ?? {};
  if (operations >= decisionLimit.perMinute)
    throw new ApiError('too_many_requests', reviewTexts.tooFast, { retryAfter: MINUTE_S });
  const more = decisions + consequential - decisionLimit.perDay - allowed;
  if (consequential > 0 && more > 0)
    throw new ApiError('second_word_needed', reviewTexts.secondWord(decisions, more));
}

/** The moderators who have used up their consequential decisions of a day. */
export async function readModeratorsAtLimit(
  db: Knex,
  { perDay }: DecisionLimit,
): Promise<{ who: string; decisions: number }[]> {
  const { rows } = await db.raw<{ rows: { who: string; decisions: number }[] }>(
    `select who, sum(decisions)::int as decisions from (${DAY}) each_one
     group by who having sum(decisions) >= :perDay + sum(allowed) order by who`,
    { perDay },
  );
  return rows;
}

type Allowance = Operation & {
  /** The moderator who may decide more. */
  of: string;
  count: number;
  role: AdminRole;
  otherModerators: number;
};

/**
 * Approves further consequential decisions of a moderator within a day. Admins may approve their own only if there is no
 * other account.
 *
 * @throws ApiError other_moderator_needed
 */
export async function allowDecisions(
  db: Knex,
  { of, count, role, otherModerators, ...operation }: Allowance,
): Promise<void> {
  if (of === operation.who && (role !== 'admin' || otherModerators > 0))
    throw new ApiError('other_moderator_needed', reviewTexts.notYourself);
  await insertEntry(db, {
    ...operation,
    action: 'allow_decisions',
    subject: 'moderator',
    row: { id: 0, username: of },
    details: { count: String(count) },
  });
}
