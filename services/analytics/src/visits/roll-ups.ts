import { devices, type VisitFilter } from '@naughty-list/contracts/analytics';
import { OTHER_VISITS } from '@naughty-list/contracts/visits';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { Knex } from 'knex';
import type { CountedVisit, Day } from './read-visit.ts';

/** What is counted: the filters of visits, all visits, and those of visitors who were not counted recently. */
type Kind = keyof VisitFilter | 'all' | 'visitor';

/** Visits of a name (a page, a host, a device or a country; or none) on a day. */
type Count = { kind: Kind; day: Day; name: string; visits: number };

const namesOf: Record<Kind, (visit: CountedVisit) => string | undefined> = {
  all: () => '',
  visitor: ({ isRepeat }) => (isRepeat ? undefined : ''),
  page: ({ page }) => page,
  referrer: ({ source }) => source,
  device: ({ device }) => device,
  country: ({ country }) => country,
};

/** Further names of a day are counted together, because clients can invent any number of them. */
export const PAGES_PER_DAY = 200;
export const REFERRERS_PER_DAY = 500;
const limits: Record<Kind, number> = {
  all: 1,
  visitor: 1,
  page: PAGES_PER_DAY,
  referrer: REFERRERS_PER_DAY,
  device: devices.length,
  // More countries than exist.
  country: 300,
};

/**
 * Updates all roll-ups. Names already present that day keep counting; new ones are added up to the limit. Concurrent writers
 * queue to the end of the transaction, so they cannot deadlock, and the limits are exact.
 */
export async function addToRollUps(db: Knex, visits: readonly CountedVisit[]): Promise<void> {
  await db.raw("select pg_advisory_xact_lock(hashtext('analytics.daily_visits'))");
  await db.raw(
    `with batch as (
       select * from json_to_recordset(:counts::json) as batch (kind text, day date, name text, visits bigint)
     ), room as (
       select kind, day, (:limits::json ->> kind)::int - (
         select count(*) from daily_visits known where (known.kind, known.day) = (days.kind, days.day) and known.name <> :other
       ) as free
       from (select distinct kind, day from batch) days
     ), ranked as (
       select batch.*, known.day is not null or batch.name = :other as is_known,
         row_number() over (
           partition by batch.kind, batch.day, known.day is not null or batch.name = :other order by batch.visits desc, batch.name
         ) as rank
       from batch left join daily_visits known on (known.kind, known.day, known.name) = (batch.kind, batch.day, batch.name)
     )
     insert into daily_visits as counted (kind, day, name, visits)
     select kind, day, case when is_known or rank <= free then name else :other end, sum(visits)
     from ranked join room using (kind, day)
     group by 1, 2, 3
     on conflict (kind, day, name) do update set visits = counted.visits + excluded.visits`,
    { counts: JSON.stringify(tally(visits)), limits: JSON.stringify(limits), other: OTHER_VISITS },
  );
}

/** What a batch adds to the roll-ups. */
function tally(visits: readonly CountedVisit[]): Count[] {
  const names = new Map<string, Count>();
  for (const visit of visits) {
    const { day } = visit;
    for (const kind of Object.keys(namesOf) as Kind[]) {
      const name = namesOf[kind](visit);
      if (name === undefined) continue;
      const key = `${kind} ${day} ${name}`;
      const known = names.get(key);
      if (known) known.visits += 1;
      else names.set(key, { kind, day, name, visits: 1 });
    }
  }
  return [...names.values()];
}

/** All page loads ever counted, or the public counter's visitors, from one row per day. */
export async function readTotal(db: Knex, kind: 'all' | 'visitor' = 'all'): Promise<number> {
  const row = await db('daily_visits').where({ kind }).sum({ visits: 'visits' }).first();
  return Number(row?.visits ?? 0);
}

/** Counts all visits ever recorded. */
export function addVisitMetrics(metrics: Metrics, db: Database): void {
  metrics.addSource({
    name: 'visits',
    gauges: { visits_recorded: { help: 'Visits counted since installation' } },
    read: async () => ({ visits_recorded: [{ value: await readTotal(db) }] }),
  });
}
