import { reviewKinds } from '@naughty-list/contracts/review';
import { type Waiting as Facts, getWaiting } from '@naughty-list/contracts/waiting';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { relativeTime } from '../../lib/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { kindPlurals, queueQuery } from './review/review-api.ts';
import { adminApi } from './session/admin-api.ts';
import { DESK } from './tabs.ts';

const MINUTE_MS = 60_000;
/** Backups are made daily; the alert BackupOld fires at the same age. */
const BACKUP_OLD_MS = 26 * 3_600_000;

const waitingQuery = queryOptions({
  queryKey: ['admin', 'waiting'],
  queryFn: ({ signal }) => adminApi.call(getWaiting, {}, { signal }),
  refetchInterval: MINUTE_MS,
});

/** What an admin looks at first: the review queue by kind, failed jobs, the last backup and the version that runs. */
export function Waiting() {
  const { data: queue } = useInfiniteQuery(queueQuery(undefined));
  const { data } = useQuery(waitingQuery);
  const now = useNow();
  const waiting = queue?.pages[0]?.waiting;
  if (!waiting || !data) return <div className="min-h-7" />;
  const kinds = reviewKinds.filter((kind) => (waiting[kind] ?? 0) > 0);
  return (
    <ul aria-label="Waiting for you" className="figures flex min-h-7 flex-wrap gap-x-6 gap-y-1 text-snow-dim">
      {kinds.length === 0 && <li>Nothing to review</li>}
      {kinds.map((kind) => (
        <li key={kind}>
          <Link
            to={DESK}
            search={{ show: kind } as never}
            className="font-bold text-gold-300 underline underline-offset-4"
          >
            {kindPlurals[kind]}: {formatWhole(waiting[kind] ?? 0)}
          </Link>
        </li>
      ))}
      <li>{failedJobs(data)}</li>
      <li>{lastBackup(data, now)}</li>
      <li>Version {data.version}</li>
    </ul>
  );
}

function failedJobs({ failedJobs: count }: Facts): ReactNode {
  if (count === null) return <Alarm>The queues can't be read</Alarm>;
  if (count === 0) return 'No failed jobs';
  return (
    <a href="/admin/queues" className="font-bold text-gold-300 underline underline-offset-4">
      Failed jobs: {formatWhole(count)}
    </a>
  );
}

function lastBackup({ lastBackupAt }: Facts, now: Date): ReactNode {
  if (!lastBackupAt) return <Alarm>No backup yet</Alarm>;
  const made = new Date(lastBackupAt);
  const text = `Last backup ${relativeTime(made, now).toLowerCase()}`;
  return now.getTime() - made.getTime() > BACKUP_OLD_MS ? <Alarm>{text}</Alarm> : text;
}

const Alarm = ({ children }: { children: ReactNode }) => (
  <strong className="text-gold-300">{children}</strong>
);
