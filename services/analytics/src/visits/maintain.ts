import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { dayOf, firstDayOf, monthOf } from '../calendar.ts';
import type { Context } from '../context.ts';
import { createPartitions, dropMonths } from './partitions.ts';
import { forgetBatches } from './record.ts';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
const MONTHS_AHEAD = 2;
// Longer than failed jobs are kept for a manual retry.
const KEEP_BATCHES_MS = 30 * DAY_MS;
/** Kept short: while the drop waits for its lock, all inserts queue behind it. */
const LOCK_TIMEOUT_MS = 3_000;

const monthsAhead = (now: Date): string[] =>
  Array.from({ length: MONTHS_AHEAD + 1 }, (_, later) => firstDayOf(monthOf(dayOf(now)), later).slice(0, 7));

/** Creates upcoming partitions, drops expired ones and deletes old batch ids. Returns the dropped months. */
export async function maintainVisits(
  db: Knex,
  { now, retentionDays }: { now: Date; retentionDays: number },
): Promise<string[]> {
  await createPartitions(db, monthsAhead(now));
  return db.transaction(async (transaction) => {
    await transaction.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const dropped = await dropMonths(transaction, now, retentionDays);
    await forgetBatches(transaction, new Date(now.getTime() - KEEP_BATCHES_MS));
    return dropped;
  });
}

export const visitMaintenance = every(
  EVERY_MS,
  async ({ config, db, clock, log }: Context) => {
    const { now } = await cautiousClock({ db, clock });
    const dropped = await maintainVisits(db, { now: now(), retentionDays: config.VISIT_RETENTION_DAYS });
    if (dropped.length > 0) log.info({ months: dropped }, 'old visits deleted');
  },
  { atStart: true },
);
