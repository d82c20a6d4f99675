import type { QueueChange, QueueChangesQuery } from '@naughty-list/contracts/queue-changes';
import { decoded } from '@naughty-list/contracts/subject/read-x';
import { recordVisitsJob } from '@naughty-list/contracts/visits';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { z } from 'zod';
import { findEntries, storable } from '../admin/admin-log.ts';

/** A dashboard call that changes a queue; `change` is its method and path, `sent` its raw body. */
export type RecordedChange = { admin: string; change: string; sent?: string; requestId: string };

const LONGEST_CHANGE = 500;
const LONGEST_SENT = 4_000;
/** Its jobs hold visitor data, which is subject to retention; this audit log is not. */
const UNKEPT_QUEUE = recordVisitsJob.queue;

/** Records a change before it runs; returns the row's id. */
export async function recordChange(db: Database, recorded: RecordedChange): Promise<string> {
  const { admin, change, sent, requestId: request_id } = recorded;
  const isKept = sent && queueOfChange(change) !== UNKEPT_QUEUE;
  const [row] = await db('admin_log')
    .insert({
      admin,
      change: change.slice(0, LONGEST_CHANGE),
      sent: isKept ? storable(sent.slice(0, LONGEST_SENT)) : null,
      request_id,
    })
    .returning<{ id: string }[]>('id');
  return row?.id ?? '';
}

/** Adds the response status; below 400 the change was made. */
export async function recordAnswer(db: Database, id: string, status: number): Promise<void> {
  await db('admin_log').where({ id }).update({ status });
}

/** A page of changes, newest first, with the total. */
export async function findChanges(
  db: Database,
  { queue, ...page }: z.output<typeof QueueChangesQuery>,
): Promise<{ changes: QueueChange[]; total: number }> {
  const { entries, total } = await findEntries(
    db,
    (changes) => {
      changes.whereNull('account');
      if (queue !== undefined) changes.whereRaw('strpos(change, ?) > 0', [` /api/queues/${queue}/`]);
    },
    page,
  );
  const changes = entries.map(({ id, at, admin, change, sent, status, request_id }) => ({
    id: Number(id),
    at: at.toISOString(),
    who: admin,
    queue: queueOfChange(change),
    what: changeInWords(change),
    call: change,
    sent,
    status,
    requestId: request_id ?? '',
  }));
  return { changes, total };
}

/** bull-board calls (the part after `/api/queues/`) and their descriptions; `$1` stands for what the first `*` was. */
const words: readonly [call: string, inWords: string][] = [
  // Asked for a confirmation before changes until November 2026.
  ['POST /admin/queues-unlock', 'Allowed changes to queues for a while'],
  ['PUT pause', 'Paused every queue'],
  ['PUT resume', 'Resumed every queue'],
  ['PUT */pause', 'Paused $1'],
  ['PUT */resume', 'Resumed $1'],
  ['PUT */empty', 'Emptied $1'],
  ['PUT */obliterate', 'Removed the queue $1 with all its jobs'],
  ['PUT */promote', 'Promoted all delayed jobs of $1'],
  ['PUT */retry/*', 'Retried all $2 jobs of $1'],
  ['PUT */clean/*', 'Removed all $2 jobs of $1'],
  ['PUT */concurrency', 'Set how many jobs of $1 run at once'],
  ['PUT */rate-limit', 'Limited the rate of $1'],
  ['PUT */rate-limit/release', 'Removed the rate limit of $1'],
  ['POST */add', 'Added a job to $1'],
  ['PUT */job-schedulers/*/remove', 'Removed the schedule $2 of $1'],
  ['PUT */job-schedulers/*/run', 'Ran the schedule $2 of $1 at once'],
  ['PATCH */job-schedulers/*', 'Changed the schedule $2 of $1'],
  ['PUT */*/retry', 'Retried job $2 of $1'],
  ['PUT */*/clean', 'Removed job $2 of $1'],
  ['PUT */*/promote', 'Promoted job $2 of $1'],
  ['PATCH */*/update-data', 'Changed the data of job $2 of $1'],
  ['PATCH */*/delay', 'Changed the delay of job $2 of $1'],
  ['PATCH */*/priority', 'Changed the priority of job $2 of $1'],
  ['PUT */*/remove-unprocessed-children', 'Removed what job $2 of $1 waits for'],
];

/**
 * `PUT /api/queues/reports/retry/failed` is `Retried all failed jobs of reports`; unknown calls are returned
 * unchanged.
 */
export function changeInWords(call: string): string {
  const rest = call.replace(' /api/queues/', ' ');
  for (const [pattern, inWords] of words) {
    const named = new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`).exec(rest);
    if (named) return inWords.replace(/\$(\d)/g, (_, place) => decoded(named[place] ?? ''));
  }
  return call;
}

/** The queue that a call changes; null for all queues or none. */
export function queueOfChange(call: string): string | null {
  const queue = /^[A-Z]+ \/api\/queues\/([^/]+)\/./.exec(call)?.[1];
  return queue === undefined ? null : decoded(queue);
}
