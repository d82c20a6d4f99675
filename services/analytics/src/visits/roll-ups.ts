import { devices as kindsOfDevices } from '@naughty-list/contracts/analytics';
import { OTHER_VISITS } from '@naughty-list/contracts/visits';
import type { Knex } from 'knex';
import type { Count, Tally } from './tally.ts';

/** Further names are counted together: clients can invent any number of them. */
export const PAGES_PER_DAY = 200;
export const REFERRERS_PER_DAY = 500;
const KINDS_OF_DEVICES = kindsOfDevices.length;
/** More than there are. */
const COUNTRIES = 300;

/**
 * Updates all roll-ups. The counter's row is locked first, to the end of the transaction: concurrent writers queue
 * there, so they cannot deadlock, and the limits on names are exact.
 */
export async function addToRollUps(db: Knex, { visitors, days, ...names }: Tally): Promise<void> {
  await db('hit_counter').increment('hit_count', visitors);
  await db.raw(
    `insert into daily_visits (day, visits) select * from unnest(?::date[], ?::bigint[])
     on conflict (day) do update set visits = daily_visits.visits + excluded.visits`,
    [days.map(({ day }) => day), days.map((day) => day.visits)],
  );
  await addNames(db, { table: 'daily_pages', column: 'page', limit: PAGES_PER_DAY }, names.pages);
  await addNames(
    db,
    { table: 'daily_referrers', column: 'referrer', limit: REFERRERS_PER_DAY },
    names.referrers,
  );
  await addNames(db, { table: 'daily_devices', column: 'device', limit: KINDS_OF_DEVICES }, names.devices);
  await addNames(db, { table: 'daily_countries', column: 'country', limit: COUNTRIES }, names.countries);
}

type NamedRollUp = { table: string; column: string; limit: number };

/** Names already present that day keep counting; new ones are added up to the limit. */
async function addNames(db: Knex, { table, column, limit }: NamedRollUp, counts: Count[]): Promise<void> {
  if (counts.length === 0) return;
  await db.raw(
    `with batch as (
       select * from unnest(:days::date[], :names::text[], :visits::bigint[]) as batch (day, name, visits)
     ), room as (
       select day, :limit - (
         select count(*) from :table: as known where known.day = days.day and known.:column: <> :other
       ) as free
       from (select distinct day from batch) as days
     ), ranked as (
       select batch.*, known.day is not null or name = :other as is_known,
         row_number() over (
           partition by batch.day, known.day is not null or name = :other order by batch.visits desc, name
         ) as rank
       from batch left join :table: as known on known.day = batch.day and known.:column: = batch.name
     )
     insert into :table: as counted (day, :column:, visits)
     select day, case when is_known or rank <= free then name else :other end, sum(visits)
     from ranked join room using (day)
     group by 1, 2
     on conflict (day, :column:) do update set visits = counted.visits + excluded.visits`,
    {
      table,
      column,
      limit,
      other: OTHER_VISITS,
      days: counts.map(({ day }) => day),
      names: counts.map(({ name }) => name),
      visits: counts.map(({ visits }) => visits),
    },
  );
}

/** All page loads ever counted, from one row per day. */
export async function readTotal(db: Knex): Promise<number> {
  const row = await db('daily_visits').sum({ visits: 'visits' }).first();
  return Number(row?.visits ?? 0);
}

/** The public visitor counter. */
export async function readHitCount(db: Knex): Promise<number> {
  const row = await db('hit_counter').first('hit_count');
  return Number(row?.hit_count ?? 0);
}
