import type { Knex } from 'knex';
import type { Day } from '../calendar.ts';

/** Visits by day from `since` on; days without visits are omitted. */
export async function readDays(db: Knex, since: Day): Promise<Map<Day, number>> {
  const rows = await db('daily_visits')
    .select(db.raw("to_char(day, 'YYYY-MM-DD') as day"), 'visits')
    .where('day', '>=', since);
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
