import type { Knex } from 'knex';
import { dayOf, firstDayOf, monthOf } from '../calendar.ts';
import { dropMonths, ensureMonths } from './partitions.ts';
import { forgetBatches } from './repository.ts';

const CHORE = 'visits';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONTHS_AHEAD = 2;
// Longer than a failed job is kept for an operator to start it again.
const REMEMBER_BATCHES_MS = 30 * DAY_MS;
/** Shorter than a job's patience: whoever drops a month stands in the way of all who insert. */
const LOCK_TIMEOUT_MS = 3_000;

const monthsAhead = (now: Date): string[] =>
  Array.from({ length: MONTHS_AHEAD + 1 }, (_, later) => firstDayOf(monthOf(dayOf(now)), later).slice(0, 7));

/**
 * Makes the partitions of the months to come, drops those that are kept long enough, forgets old batches: once an hour, whichever of the
 * workers asks first. Answers which months were dropped; nothing when it was not due.
 */
export async function tendVisits(
  db: Knex,
  { now, retentionDays }: { now: Date; retentionDays: number },
): Promise<string[] | undefined> {
  await ensureMonths(db, monthsAhead(now));
  return db.transaction(async (transaction) => {
    if (!(await isDue(transaction, now))) return undefined;
    await transaction.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const dropped = await dropMonths(transaction, now, retentionDays);
    await forgetBatches(transaction, new Date(now.getTime() - REMEMBER_BATCHES_MS));
    return dropped;
  });
}

/**
 * Whether nobody did it within the hour; a time far ahead was written by a clock that was wrong. The row is held until the work is
 * committed: if it fails, it is due again.
 */
async function isDue(db: Knex, now: Date): Promise<boolean> {
  const [hourAgo, hourAhead] = [new Date(now.getTime() - HOUR_MS), new Date(now.getTime() + HOUR_MS)];
  const rows = await db('chores')
    .insert({ name: CHORE, done_at: now })
    .onConflict('name')
    .merge({ done_at: now })
    .whereNotBetween('chores.done_at', [hourAgo, hourAhead])
    .returning('name');
  return rows.length === 1;
}
