const KEEP = { age: 3_600, count: 1_000 };
const AT_LEAST_EVERY_MS = 60_000;

/**
 * Sets each added job's `removeOnComplete`: once in so many jobs, and at least once a minute, a job keeps the newest
 * thousand of the last hour (or fewer, `keepCompleted`); the others remove nothing (`false`).
 */
export function openJobRetention(
  every: number,
  now: () => number = () => performance.now(),
): (job: { queue: string; keepCompleted?: number }) => typeof KEEP | false {
  const queues = new Map<string, { since: number; added: number }>();
  return ({ queue, keepCompleted: count = KEEP.count }) => {
    const last = queues.get(queue);
    if (last && last.added < every - 1 && now() - last.since < AT_LEAST_EVERY_MS) {
      last.added += 1;
      return false;
    }
    queues.set(queue, { since: now(), added: 0 });
    return { ...KEEP, count };
  };
}
