import type { ProcessTime, Profile } from '../profile/profile.ts';
import { anchorOf } from './anchor.ts';

const NAMED = 4;

/** One line beside a figure: who used the processor, what the database was asked, and where the rest stands. */
export function whatProfileShows({ what, operation, processes, reference, database }: Profile): string {
  const bare = reference
    ? `; for each ${reference.operation} of the reference, ${reference.name}: ${list(reference.processes)}`
    : '';
  const asked =
    database.commits >= 0.01
      ? `; ${database.statements.toFixed(1)} statements and ${database.commits.toFixed(1)} commits`
      : '';
  const disk = database.syncs
    ? `, the log made durable ${database.syncs.count.toFixed(1)} times, ${database.syncs.meanMs.toFixed(2)} ms each`
    : '';
  return `Measured for each ${operation}: ${list(processes)}${bare}${asked}${disk} ([profile](benchmarks-profiles.md#${anchorOf(what)})).`;
}

function list(processes: readonly ProcessTime[]): string {
  const most = [...processes].sort((a, b) => b.microseconds - a.microseconds).slice(0, NAMED);
  return most
    .map(({ name, microseconds }) => `${name} ${microseconds.toLocaleString('en-US')} µs`)
    .join(', ');
}
