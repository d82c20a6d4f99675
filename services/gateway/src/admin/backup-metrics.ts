import type { Database } from '@naughty-list/service-kit/database/database';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';

/** When the last backup was complete, by its own record in the database; 0 before the first. */
export function addBackupMetrics(metrics: Metrics, db: Database): void {
  metrics.addSource({
    name: 'backups',
    gauges: { backup_time_seconds: { help: 'When the last backup was complete, in Unix time; 0: never' } },
    async read() {
      const row = await db('backups').first(
        db.raw('coalesce(extract(epoch from max(made_at)), 0)::float8 as at'),
      );
      return { backup_time_seconds: [{ value: row.at }] };
    },
  });
}
