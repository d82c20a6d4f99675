import { deleteInBatches } from '@naughty-list/service-kit/database/database';
import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
// Longer than failed jobs are kept for a manual retry.
const KEEP_BATCHES_DAYS = 30;
const BATCH = 10_000;

/** The same time as many days ago. */
export const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Deletes visits past the retention, and ids of batches that can no longer be redelivered. Returns how many visits. */
export async function maintainVisits(
  db: Knex,
  { now, retentionDays, mayGoOn }: { now: Date; retentionDays: number; mayGoOn?: () => boolean },
): Promise<number> {
  const deleted = await deleteInBatches(db, {
    table: 'site_visits',
    key: ['id'],
    where: (visits) => visits.where('visit_date', '<', before(now, retentionDays)),
    batch: BATCH,
    ...(mayGoOn && { mayGoOn }),
  });
  await db('recorded_batches').where('recorded_at', '<', before(now, KEEP_BATCHES_DAYS)).delete();
  return deleted;
}

export const visitMaintenance = every(EVERY_MS, async ({ config, db, clock, log }: Context, mayGoOn) => {
  const { now } = await cautiousClock({ db, clock });
  const facts = { now: now(), retentionDays: config.VISIT_RETENTION_DAYS };
  const visits = await maintainVisits(db, { ...facts, mayGoOn });
  if (visits > 0) log.info({ visits }, 'old visits deleted');
});
