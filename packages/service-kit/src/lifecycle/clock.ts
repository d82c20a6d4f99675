import type { Database } from '../database/database.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** The current time; tests can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

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

/**
 * Reports the offset of our clock from the database's: calls between services fail when clocks are a minute apart.
 */
export function addClockMetric(metrics: Metrics, { db, clock }: { db: Database; clock: Clock }): void {
  metrics.addSource({
    name: 'clock',
    gauges: {
      clock_ahead_seconds: { help: "Offset of the own clock from the database's; negative: behind" },
    },
    async read() {
      const askedAt = performance.now();
      const { rows } = await db.raw<{ rows: { now: number }[] }>(
        'select extract(epoch from clock_timestamp())::float8 as now',
      );
      // The database read its clock halfway through the query.
      const tookMs = performance.now() - askedAt;
      const own = clock.now().getTime() - tookMs / 2;
      return { clock_ahead_seconds: rows.map(({ now }) => ({ value: own / 1_000 - now })) };
    },
  });
}
