/** bull-board calls (the part after `/api/queues/`) and their descriptions; `$1` stands for what the first `*` was. */
const words: readonly [call: string, inWords: string][] = [
  // Asked for a confirmation before changes until November 2026.
  ['POST /admin/queues-unlock', 'Allowed changes of queues for a while'],
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
  ['PUT */rate-limit/release', 'Released the limited rate of $1'],
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

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
