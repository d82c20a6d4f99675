import {
  type DailyVisits,
  LIVE_MINUTES,
  LIVE_VISITS_MAX,
  type VisitFilter,
  type WeeklyVisits,
} from '@naughty-list/contracts/analytics';
import type { Knex } from 'knex';
import { type Day, dayOf, daysAfter, mondayOf } from '../calendar.ts';

/** Visits by day from `since` on, of one page, referring host or kind of device if the filter names one; days without visits are omitted. */
export async function readDays(db: Knex, since: Day, filter: VisitFilter = {}): Promise<Map<Day, number>> {
  const [kind, name] = Object.entries(filter)[0] ?? ['all', ''];
  const rows = await db('daily_visits')
    .where({ kind, name })
    .select(db.raw("to_char(day, 'YYYY-MM-DD') as day"), 'visits')
    .where('day', '>=', since);
  return new Map(rows.map(({ day, visits }) => [day, Number(visits)]));
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

const DAY_MS = 86_400_000;

type Counts = ReadonlyMap<Day, number>;

/** The same time as many days ago. */
export const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** The first of the last `days` days, including today. */
export const firstOfDays = (now: Date, days: number): Day => daysAfter(dayOf(now), 1 - days);

/** The Monday of the first of the last `weeks` weeks, including this one. */
export const firstOfWeeks = (now: Date, weeks: number): Day =>
  daysAfter(mondayOf(dayOf(now)), 7 * (1 - weeks));

export function byDay(counts: Counts, now: Date, days: number): DailyVisits {
  const first = firstOfDays(now, days);
  return Array.from({ length: days }, (_, index) => {
    const date = daysAfter(first, index);
    return { date, visits: counts.get(date) ?? 0 };
  });
}

export function byWeek(counts: Counts, now: Date, weeks: number): WeeklyVisits {
  const first = firstOfWeeks(now, weeks);
  return Array.from({ length: weeks }, (_, index) => {
    const week = daysAfter(first, 7 * index);
    const visits = [0, 1, 2, 3, 4, 5, 6].reduce(
      (sum, day) => sum + (counts.get(daysAfter(week, day)) ?? 0),
      0,
    );
    return { week, visits };
  });
}
