import { LIVE_MINUTES, LIVE_VISITS_MAX, type VisitFilter } from '@naughty-list/contracts/analytics';
import type { Knex } from 'knex';
import type { Day } from '../visits/read-visit.ts';

/**
 * Visits in each of the last `count` days or weeks up to a time, by its first day, oldest first; of one page, referring host, kind of
 * device or country if the filter names one.
 */
export async function readVisits(
  db: Knex,
  {
    unit,
    count,
    until,
    filter = {},
  }: { unit: 'day' | 'week'; count: number; until: Date; filter?: VisitFilter },
): Promise<{ first: Day; visits: number }[]> {
  const [kind, name] = Object.entries(filter)[0] ?? ['all', ''];
  const { rows } = await db.raw<{ rows: { first: Day; visits: string }[] }>(
    `select to_char(first, 'YYYY-MM-DD') as first, coalesce(sum(visits), 0)::bigint as visits
     from (values (:until::timestamp, ('1 ' || :unit)::interval)) asked (until, step)
     cross join generate_series(date_trunc(:unit, until) - (:count::int - 1) * step, until, step) first
     left join daily_visits on kind = :kind and name = :name and day >= first and day < first + step
     group by 1 order by 1`,
    { unit, count, until: until.toISOString(), kind, name },
  );
  return rows.map(({ first, visits }) => ({ first, visits: Number(visits) }));
}

/** The names with the most visits since a day, in descending order. */
export async function readTop<Kind extends keyof VisitFilter>(
  db: Knex,
  { kind, since, limit }: { kind: Kind; since: Day; limit: number },
): Promise<({ visits: number } & Record<Kind, string>)[]> {
  const { rows } = await db.raw<{ rows: { name: string; visits: string }[] }>(
    `select name, sum(visits)::bigint as visits from daily_visits where kind = :kind and day >= :since::date
     group by 1 order by 2 desc, 1 limit :limit`,
    { kind, since, limit },
  );
  return rows.map(
    ({ name, visits }) =>
      ({ [kind]: name, visits: Number(visits) }) as { visits: number } & Record<Kind, string>,
  );
}

const LIVE_MS = LIVE_MINUTES * 60_000;

/** Visitors with a page load within the last minutes, by shortened address and browser. Reads only the newest visits. */
export async function countLiveVisitors(db: Knex, now: Date): Promise<number> {
  const { rows } = await db.raw<{ rows: { visitors: number }[] }>(
    `select count(distinct (ip_address, user_agent))::int as visitors
     from (select * from site_visits order by id desc limit ?) newest where visit_date >= ?`,
    [LIVE_VISITS_MAX, new Date(now.getTime() - LIVE_MS)],
  );
  return rows[0]?.visitors ?? 0;
}
