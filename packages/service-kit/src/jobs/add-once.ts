import type { JobsOptions, Queue } from 'bullmq';

const unfinished: ReadonlySet<string> = new Set(['waiting', 'prioritized', 'delayed', 'active', 'paused']);
// Tolerated clock skew between machines.
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Adds a job unless one with its deduplication id is unfinished, and removes keys that would block later jobs for too
 * long. BullMQ (6.7, both backends) mistakes a retained finished job for a running one when its id is added again. It
 * also schedules retries and locks by the worker's clock, so a job taken before the clock was set back would wait until
 * the old time.
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
