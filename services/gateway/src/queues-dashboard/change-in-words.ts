/** Asked for a confirmation before changes until November 2026. */
const UNLOCK = '/admin/queues-unlock';

/** bull-board calls (the part after `/api/queues/`) and their descriptions. */
const words: readonly [call: RegExp, inWords: (...named: string[]) => string][] = [
  [/^PUT pause$/, () => 'Paused every queue'],
  [/^PUT resume$/, () => 'Resumed every queue'],
  [/^PUT ([^/]+)\/pause$/, (queue) => `Paused ${queue}`],
  [/^PUT ([^/]+)\/resume$/, (queue) => `Resumed ${queue}`],
  [/^PUT ([^/]+)\/empty$/, (queue) => `Emptied ${queue}`],
  [/^PUT ([^/]+)\/obliterate$/, (queue) => `Removed the queue ${queue} with all its jobs`],
  [/^PUT ([^/]+)\/promote$/, (queue) => `Promoted all delayed jobs of ${queue}`],
  [/^PUT ([^/]+)\/retry\/([^/]+)$/, (queue, status) => `Retried all ${status} jobs of ${queue}`],
  [/^PUT ([^/]+)\/clean\/([^/]+)$/, (queue, status) => `Removed all ${status} jobs of ${queue}`],
  [/^PUT ([^/]+)\/concurrency$/, (queue) => `Set how many jobs of ${queue} run at once`],
  [/^PUT ([^/]+)\/rate-limit$/, (queue) => `Limited the rate of ${queue}`],
  [/^PUT ([^/]+)\/rate-limit\/release$/, (queue) => `Released the limited rate of ${queue}`],
  [/^POST ([^/]+)\/add$/, (queue) => `Added a job to ${queue}`],
  [
    /^PUT ([^/]+)\/job-schedulers\/([^/]+)\/remove$/,
    (queue, scheduler) => `Removed the schedule ${scheduler} of ${queue}`,
  ],
  [
    /^PUT ([^/]+)\/job-schedulers\/([^/]+)\/run$/,
    (queue, scheduler) => `Ran the schedule ${scheduler} of ${queue} at once`,
  ],
  [
    /^PATCH ([^/]+)\/job-schedulers\/([^/]+)$/,
    (queue, scheduler) => `Changed the schedule ${scheduler} of ${queue}`,
  ],
  [/^PUT ([^/]+)\/([^/]+)\/retry$/, (queue, job) => `Retried job ${job} of ${queue}`],
  [/^PUT ([^/]+)\/([^/]+)\/clean$/, (queue, job) => `Removed job ${job} of ${queue}`],
  [/^PUT ([^/]+)\/([^/]+)\/promote$/, (queue, job) => `Promoted job ${job} of ${queue}`],
  [/^PATCH ([^/]+)\/([^/]+)\/update-data$/, (queue, job) => `Changed the data of job ${job} of ${queue}`],
  [/^PATCH ([^/]+)\/([^/]+)\/delay$/, (queue, job) => `Changed the delay of job ${job} of ${queue}`],
  [/^PATCH ([^/]+)\/([^/]+)\/priority$/, (queue, job) => `Changed the priority of job ${job} of ${queue}`],
  [
    /^PUT ([^/]+)\/([^/]+)\/remove-unprocessed-children$/,
    (queue, job) => `Removed what job ${job} of ${queue} waits for`,
  ],
];

/**
 * `PUT /api/queues/reports/retry/failed` is `Retried all failed jobs of reports`; unknown calls are returned
 * unchanged.
 */
export function changeInWords(call: string): string {
  if (call === `POST ${UNLOCK}`) return 'Allowed changes of queues for a while';
  const rest = call.replace(' /api/queues/', ' ');
  for (const [pattern, inWords] of words) {
    const named = pattern.exec(rest)?.slice(1);
    if (named) return inWords(...named.map(decoded));
  }
  return call;
}

/** The queue that a call changes; null for all queues or none. */
export function queueOfChange(call: string): string | null {
  const queue = /^[A-Z]+ \/api\/queues\/([^/]+)\/./.exec(call)?.[1];
  return queue === undefined ? null : decoded(queue);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
