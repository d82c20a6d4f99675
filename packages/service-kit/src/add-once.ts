import type { JobsOptions, Queue } from 'bullmq';

const unfinished: ReadonlySet<string> = new Set(['waiting', 'prioritized', 'delayed', 'active', 'paused']);

/**
 * Adds a job unless one of its deduplication id is not over. BullMQ (6.7, both backends) takes a finished job for a running one
 * when a job of its id is added again while it is kept: such a key is removed here, so that it keeps no later job out.
 */
export async function addOnce(
  queue: Queue,
  { name, data, opts }: { name: string; data: object; opts: JobsOptions & { jobId: string } },
): Promise<void> {
  const id = opts.deduplication?.id;
  const added = await queue.add(name, data, opts);
  if (id === undefined || added.id === opts.jobId) return;
  const holder = await queue.getDeduplicationJobId(id);
  if (holder === null || unfinished.has(await queue.getJobState(holder))) return;
  await queue.removeDeduplicationKey(id);
  await queue.add(name, data, opts);
}
