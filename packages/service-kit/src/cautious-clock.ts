import type { Clock } from './clock.ts';
import type { Database } from './database.ts';

/**
 * A clock that stands at the earlier of our own time and the database's, for what is deleted because it is old: a machine whose
 * clock is ahead must not forget what is still wanted.
 */
export async function cautiousClock({ db, clock }: { db: Database; clock: Clock }): Promise<Clock> {
  const { rows } = await db.raw<{ rows: { now: Date }[] }>('select clock_timestamp() as now');
  const own = clock.now();
  const theirs = rows[0]?.now ?? own;
  const earlier = new Date(Math.min(own.getTime(), theirs.getTime()));
  return { now: () => earlier };
}
