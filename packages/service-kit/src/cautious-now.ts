import type { Clock } from './clock.ts';
import type { Database } from './database.ts';

/**
 * The earlier of our own time and the database's, for what is deleted because it is old: a machine whose clock is ahead must
 * not forget what is still wanted.
 */
export async function cautiousNow(db: Database, clock: Clock): Promise<Date> {
  const { rows } = await db.raw<{ rows: { now: Date }[] }>('select clock_timestamp() as now');
  const own = clock.now();
  const theirs = rows[0]?.now ?? own;
  return new Date(Math.min(own.getTime(), theirs.getTime()));
}
