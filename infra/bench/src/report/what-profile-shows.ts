import { processorRatio } from '../profile/processor-ratio.ts';
import type { ProcessTime, Profile, Seen } from '../profile/profile.ts';
import { anchorOf } from './anchor.ts';

/** Who took less than that of what was measured is not named beside the figure. */
const NAMED_SHARE = 0.05;

/** Beside a figure: who used the processor, what the database was asked, and where the rest stands. */
export function whatProfileShows(profile: Profile): string {
  const { what, operation, processes, database } = profile;
  const asked =
    database.commits >= 0.01
      ? `; ${database.statements.toFixed(1)} statements, ${database.commits.toFixed(1)} commits`
      : '';
  const disk =
    database.syncMs === undefined
      ? ''
      : ` (${database.syncMs.toFixed(2)} ms of the disk each, where they do not share it)`;
  const link = `[profile](benchmarks-profiles.md#${anchorOf(what)})`;
  return `Measured for each ${operation}: ${list(processes)}${asked}${disk}${comparedWith(profile)} (${link}).`;
}

/** The sentence tells the sum too, because it decides where nobody waits for anything else. */
function comparedWith(seen: Seen): string {
  const { reference } = seen;
  if (!reference) return '';
  const against = `; the reference, for each ${reference.operation}: ${list(reference.processes)}`;
  const sums = processorRatio(seen);
  if (!sums) return against;
  return `${against}. On the core that has more to do, together: ${microseconds(sums.product)} against ${microseconds(sums.reference)}, which alone makes ${sums.ratio.toFixed(2)}`;
}

function list(processes: readonly ProcessTime[]): string {
  const all = processes.reduce((sum, each) => sum + each.microseconds, 0);
  return processes
    .filter((each) => each.microseconds >= NAMED_SHARE * all)
    .sort((a, b) => b.microseconds - a.microseconds)
    .map((each) => `${each.name} ${microseconds(each.microseconds)}`)
    .join(', ');
}

const microseconds = (value: number) => `${value.toLocaleString('en-US')} µs`;
