import type { Knex } from 'knex';
import { dayOf, daysAfter, firstDayOf, type Month } from '../calendar.ts';

const PREFIX = 'site_visits_';
const partitionOf = (month: Month) => PREFIX + month.replace('-', '_');

/** The months with a partition, oldest first. */
export async function listMonths(db: Knex): Promise<Month[]> {
  // Query the catalog in the statement's snapshot: `to_regclass` may have cached that a table is missing.
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = 'site_visits'::regclass order by 1`,
  );
  return rows.map(({ name }) => name.slice(PREFIX.length).replace('_', '-'));
}

/** Creates missing partitions of these months; waits for concurrent creators. */
export async function createPartitions(db: Knex, months: Iterable<Month>): Promise<void> {
  const wanted = [...new Set(months)].sort();
  if ((await missing(db, wanted)).length === 0) return;
  await db.transaction(async (transaction) => {
    await lockPartitions(transaction);
    for (const month of await missing(transaction, wanted)) await makeMonth(transaction, month);
  });
}

async function missing(db: Knex, wanted: Month[]): Promise<Month[]> {
  const known = new Set(await listMonths(db));
  return wanted.filter((month) => !known.has(month));
}

async function makeMonth(db: Knex, month: Month): Promise<void> {
  const name = partitionOf(month);
  // Attaching a table does not block inserts; `create table … partition of` would.
  await db.raw('create table ?? (like site_visits including all)', [name]);
  await db.raw(
    `alter table site_visits attach partition ?? for values from ('${bound(month)}') to ('${bound(month, 1)}')`,
    [name],
  );
}

const bound = (month: Month, monthsLater = 0) => `${firstDayOf(month, monthsLater)} 00:00:00+00`;

/** Drops the partitions of months past the retention. Returns those months. */
export async function dropMonths(db: Knex, now: Date, retentionDays: number): Promise<Month[]> {
  const findOld = async () => (await listMonths(db)).filter((month) => !isKept(month, now, retentionDays));
  if ((await findOld()).length === 0) return [];
  await lockPartitions(db);
  const old = await findOld();
  for (const month of old) await db.raw('drop table ??', [partitionOf(month)]);
  return old;
}

/** Whether visits of a month are still kept: until `retentionDays` after its last day. */
export function isKept(month: Month, now: Date, retentionDays: number): boolean {
  return daysAfter(firstDayOf(month, 1), retentionDays) > dayOf(now);
}

async function lockPartitions(db: Knex): Promise<void> {
  await db.raw("select pg_advisory_xact_lock(hashtext('analytics.site_visits'))");
}
