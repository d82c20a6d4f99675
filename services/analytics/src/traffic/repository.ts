import { LIVE_MINUTES, LIVE_VISITS_MAX, type VisitFilter } from '@naughty-list/contracts/analytics';
import type { Knex } from 'knex';
import type { Day } from '../calendar.ts';

const tables: Record<keyof VisitFilter, string> = {
  page: 'daily_pages',
  referrer: 'daily_referrers',
  device: 'daily_devices',
  country: 'daily_countries',
};

/** Visits by day from `since` on, of one page, referring host or kind of device if the filter names one; days without visits are omitted. */
export async function readDays(db: Knex, since: Day, filter: VisitFilter = {}): Promise<Map<Day, number>> {
  const [column] = Object.keys(filter) as (keyof VisitFilter)[];
  const rows = await db(column ? tables[column] : 'daily_visits')
    .select(db.raw("to_char(day, 'YYYY-MM-DD') as day"), 'visits')
    .where('day', '>=', since)
    .where(filter);
  return new Map(rows.map(({ day, visits }) => [day, Number(visits)]));
}

/** The names with the most visits since a day, in descending order. */
export async function readTop(
  db: Knex,
  { table, column, since, limit }: { table: string; column: string; since: Day; limit: number },
): Promise<{ name: string; visits: number }[]> {
  const { rows } = await db.raw<{ rows: { name: string; visits: string }[] }>(
    `select :column: as name, sum(visits)::bigint as visits from :table: where day >= :since::date
     group by 1 order by 2 desc, 1 limit :limit`,
    { table, column, since, limit },
  );
  return rows.map(({ name, visits }) => ({ name, visits: Number(visits) }));
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
