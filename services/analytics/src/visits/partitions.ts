import type { Knex } from 'knex';
import { dayOf, daysAfter, firstDayOf, type Month } from '../calendar.ts';

const PREFIX = 'site_visits_';
const partitionOf = (month: Month) => PREFIX + month.replace('-', '_');

/** The months that have a partition, oldest first. */
export async function listMonths(db: Knex): Promise<Month[]> {
  // From the catalog as the statement's snapshot shows it: `to_regclass` may remember that a table was not there.
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = 'site_visits'::regclass order by 1`,
  );
  return rows.map(({ name }) => name.slice(PREFIX.length).replace('_', '-'));
}

/** Makes the partitions of these months unless they are there; whoever makes some at the same time is waited for. */
export async function ensureMonths(db: Knex, months: Iterable<Month>): Promise<void> {
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
  // Attaching a table lets others go on inserting; `create table … partition of` would not.
  await db.raw('create table ?? (like site_visits including all)', [name]);
  await db.raw(
    `alter table site_visits attach partition ?? for values from ('${bound(month)}') to ('${bound(month, 1)}')`,
    [name],
  );
}

const bound = (month: Month, monthsLater = 0) => `${firstDayOf(month, monthsLater)} 00:00:00+00`;

/** Deletes the partitions of months that are over for longer than visits are kept. Answers which. */
export async function dropMonths(db: Knex, now: Date, retentionDays: number): Promise<Month[]> {
  const old = (await listMonths(db)).filter((month) => !isKept(month, now, retentionDays));
  if (old.length === 0) return [];
  await lockPartitions(db);
  for (const month of old) await db.raw('drop table if exists ??', [partitionOf(month)]);
  return old;
}

/** Whether visits of a month are kept: until its last day is `retentionDays` ago. */
export function isKept(month: Month, now: Date, retentionDays: number): boolean {
  return daysAfter(firstDayOf(month, 1), retentionDays) > dayOf(now);
}

async function lockPartitions(db: Knex): Promise<void> {
  await db.raw("select pg_advisory_xact_lock(hashtext('analytics.site_visits'))");
}
