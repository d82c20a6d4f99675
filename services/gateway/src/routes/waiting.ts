import { queueNames } from '@naughty-list/contracts/queue-names';
import { getWaiting } from '@naughty-list/contracts/waiting';
import type { Database } from '@naughty-list/service-kit/database/database';
import { route } from '@naughty-list/service-kit/http/route';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };

type Parts = { db: Database; queues: Queues };

/** The overview at the top of the panel: failed jobs, last backup, version. The scope restricts it to admins. */
export function addWaiting(scope: FastifyInstance, { db, queues }: Parts): void {
  route(getWaiting, async () => {
    const [backup, failedJobs] = await Promise.all([
      db('backups').max({ at: 'made_at' }).first(),
      countFailedJobs(queues).catch(() => null),
    ]);
    return { failedJobs, lastBackupAt: backup?.at?.toISOString() ?? null, version: packageJson.version };
  }).register(scope);
}

async function countFailedJobs(queues: Queues): Promise<number> {
  const opened = await Promise.all(queueNames.map((name) => queues.open(name)));
  const counts = await Promise.all(opened.map((queue) => queue.getJobCounts('failed')));
  return counts.reduce((sum, { failed = 0 }) => sum + failed, 0);
}

/** When the last backup was completed, as it records in the database; 0 before the first. */
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
