import type { Clock } from './clock.ts';
import type { Database } from './database.ts';

/**
 * The earlier of the process's and the database's time, for retention: a machine whose clock is ahead must not delete
 * too early.
 */
export async function cautiousClock({ db, clock }: { db: Database; clock: Clock }): Promise<Clock> {
  const { rows } = await db.raw<{ rows: { now: Date }[] }>('select clock_timestamp() as now');
  const own = clock.now();
  const theirs = rows[0]?.now ?? own;
  const earlier = new Date(Math.min(own.getTime(), theirs.getTime()));
  return { now: () => earlier };
}
