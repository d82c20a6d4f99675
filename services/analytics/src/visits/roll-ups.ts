import { devices } from '@naughty-list/contracts/analytics';
import { OTHER_VISITS } from '@naughty-list/contracts/visits';
import type { Knex } from 'knex';
import type { Count, Kind, Tally } from './tally.ts';

/** Further names of a kind and day are counted together: clients can invent any number of them. */
export const PAGES_PER_DAY = 200;
export const REFERRERS_PER_DAY = 500;
const limits: Record<Kind, number> = {
  page: PAGES_PER_DAY,
  referrer: REFERRERS_PER_DAY,
  device: devices.length,
  // More than there are.
  country: 300,
};

/**
 * Updates all roll-ups. The counter's row is locked first, to the end of the transaction: concurrent writers queue
 * there, so they cannot deadlock, and the limits on names are exact.
 */
export async function addToRollUps(db: Knex, { visitors, days, names }: Tally): Promise<void> {
  await db('hit_counter').increment('hit_count', visitors);
  await db.raw(
    `insert into daily_visits (day, visits) select * from unnest(?::date[], ?::bigint[])
     on conflict (day) do update set visits = daily_visits.visits + excluded.visits`,
    [[...days.keys()], [...days.values()]],
  );
  await addNames(db, names);
}

/** Names already present that day keep counting; new ones are added up to the limit. */
async function addNames(db: Knex, counts: Count[]): Promise<void> {
  if (counts.length === 0) return;
  await db.raw(
    `with batch as (
       select * from json_to_recordset(:counts::json) as batch (kind text, day date, name text, visits bigint)
     ), room as (
       select kind, day, (:limits::json ->> kind)::int - (
         select count(*) from daily_names known where (known.kind, known.day) = (days.kind, days.day) and known.name <> :other
       ) as free
       from (select distinct kind, day from batch) days
     ), ranked as (
       select batch.*, known.day is not null or batch.name = :other as is_known,
         row_number() over (
           partition by batch.kind, batch.day, known.day is not null or batch.name = :other order by batch.visits desc, batch.name
         ) as rank
       from batch left join daily_names known on (known.kind, known.day, known.name) = (batch.kind, batch.day, batch.name)
     )
     insert into daily_names as counted (kind, day, name, visits)
     select kind, day, case when is_known or rank <= free then name else :other end, sum(visits)
     from ranked join room using (kind, day)
     group by 1, 2, 3
     on conflict (kind, day, name) do update set visits = counted.visits + excluded.visits`,
    { counts: JSON.stringify(counts), limits: JSON.stringify(limits), other: OTHER_VISITS },
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
