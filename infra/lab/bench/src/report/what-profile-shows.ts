import { processorRatio } from '../profile/processor-ratio.ts';
import type { ProcessTime, Profile, Seen } from '../profile/profile.ts';

/** Processes below this share are left out, and those on the other core. */
const NAMED_SHARE = 0.1;

/** Beside a figure: processor time by process, and the database's statements and commits. */
export function whatProfileShows(profile: Profile): string {
  const { operation, processes, database } = profile;
  const asked =
    database.commits >= 0.01
      ? `; ${database.statements.toFixed(1)} statements, ${database.commits.toFixed(1)} commits`
      : '';
  const disk = database.syncMs === undefined ? '' : ` (${database.syncMs.toFixed(2)} ms of disk each)`;
  return `Per ${operation}: ${list(processes)}${asked}${disk}${comparedWith(profile)}.`;
}

/** The sum on the busier core limits throughput when nothing else is waited for. */
function comparedWith(seen: Seen): string {
  const sums = processorRatio(seen);
  if (!sums) return '';
  return `. Busier core: ${microseconds(sums.product)} against ${microseconds(sums.reference)}, a ratio of ${sums.ratio.toFixed(2)}`;
}

function list(processes: readonly ProcessTime[]): string {
  const all = processes.reduce((sum, each) => sum + each.microseconds, 0);
  return processes
    .filter((each) => !each.elsewhere && each.microseconds >= NAMED_SHARE * all)
    .sort((a, b) => b.microseconds - a.microseconds)
    .map((each) => `${each.name} ${microseconds(each.microseconds)}`)
    .join(', ');
}

const microseconds = (value: number) => `${value.toLocaleString('en-US')} µs`;
