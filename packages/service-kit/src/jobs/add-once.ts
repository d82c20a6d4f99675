import type { JobsOptions, Queue } from 'bullmq';

const unfinished: ReadonlySet<string> = new Set(['waiting', 'prioritized', 'delayed', 'active', 'paused']);
// Adds a job unless one with its deduplication id is unfinished. BullMQ (6.7, both backends) mistakes a retained
// finished job for a running one when its id is added again: the stale key is removed here, so that it does not block
// later jobs.
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Adds a job unless one of its deduplication id is not over. A key that would keep later jobs out for too long is removed here:
 * BullMQ (6.7, both backends) takes a finished job for a running one when a job of its id is added again while it is kept; and it
 * schedules retries and locks by the worker's clock, so a job that was taken before the clock was set back waits until the old time.
 */
export async function addOnce(
  queue: Queue,
  { name, data, opts }: { name: string; data: object; opts: JobsOptions & { jobId: string } },
): Promise<void> {
  const id = opts.deduplication?.id;
  const added = await queue.add(name, data, opts);
  if (id === undefined || added.id === opts.jobId) return;
  const holder = await queue.getDeduplicationJobId(id);
  if (holder === null) return;
  const takenAt = (await queue.getJob(holder))?.processedOn ?? 0;
  const isFromTheFuture = takenAt > Date.now() + CLOCKS_DIFFER_MS;
  if (!isFromTheFuture && unfinished.has(await queue.getJobState(holder))) return;
  await queue.removeDeduplicationKey(id);
  await queue.add(name, data, opts);
}
