import type { ProcessTime, Profile } from './profile.ts';
import type { Share } from './summarise.ts';

/** A profile as lines for the terminal. */
export function describeProfile(profile: Omit<Profile, 'at' | 'command' | 'machine'>): string {
  const { what, operation, operations, seconds, processes, reference, cpu, database, plans } = profile;
  return [
    `\n${what}: ${operations} in ${seconds.toFixed(1)} s while it was looked at`,
    ...processes.map((each) => `  ${timeLine(each, operation)}`),
    ...(reference
      ? [`  against ${reference.name}: ${reference.operations} in ${reference.seconds.toFixed(1)} s`]
      : []),
    ...(reference?.processes ?? []).map((each) => `    ${timeLine(each, operation)}`),
    ...cpu.flatMap(({ service, summary }) => [
      `  ${service}, where its time goes`,
      ...summary.categories.map(shareLine),
      '  and in which functions most',
      ...summary.functions.map(shareLine),
    ]),
    ...(database
      ? [
          `  database, for each ${operation}: ${database.statements.toFixed(2)} statements, ${database.commits.toFixed(2)} commits that wrote, ${database.walBytes} bytes ahead`,
          ...database.list.map(
            ({ text, calls, meanMs, rows }) =>
              `    ${calls.toFixed(3)} × ${meanMs.toFixed(3)} ms, ${rows.toFixed(1)} rows: ${text}`,
          ),
        ]
      : []),
    ...plans,
  ].join('\n');
}

const timeLine = ({ name, microseconds, percentOfCore }: ProcessTime, operation: string) =>
  `${name}: ${microseconds} µs of processor time for each ${operation}, ${percentOfCore} % of a core`;

const shareLine = ({ name, percent }: Share) => `    ${percent.toFixed(1).padStart(5)} %  ${name}`;
