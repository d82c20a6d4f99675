import type { DatabaseCost } from './database-cost.ts';
import { processorRatio } from './processor-ratio.ts';
import type { ProcessTime, Seen } from './profile.ts';
import type { Share } from './summarise.ts';

/** A profile as text for the terminal. */
export function describeProfile(seen: Seen): string {
  const { what, operation, operations, seconds, processes, reference, cpu, database, plans } = seen;
  return [
    `\n${what}: ${operations} in ${seconds.toFixed(1)} s`,
    ...processes.map((each) => `  ${timeLine(each, operation)}`),
    ...(reference
      ? [`  against ${reference.name}: ${reference.operations} in ${reference.seconds.toFixed(1)} s`]
      : []),
    ...(reference?.processes ?? []).map((each) => `    ${timeLine(each, reference?.operation ?? operation)}`),
    ...ratioLines(seen),
    ...cpu.flatMap(({ service, summary }) => [
      `  ${service}, where its time goes`,
      ...summary.categories.map(shareLine),
      '  and in which functions most',
      ...summary.functions.map(shareLine),
    ]),
    ...databaseLines(database, operation),
    ...plans,
  ].join('\n');
}

function ratioLines(seen: Seen): string[] {
  const sums = processorRatio(seen);
  if (!sums) return [];
  return [
    `  on the busier core: ${sums.product} µs against ${sums.reference} µs, which alone makes ${sums.ratio.toFixed(2)}`,
  ];
}

function databaseLines({ statements, commits, walBytes, syncMs, list }: DatabaseCost, operation: string) {
  const disk = syncMs === undefined ? [] : [`  its log made durable in ${syncMs.toFixed(2)} ms each time`];
  return [
    `  database, for each ${operation}: ${statements.toFixed(2)} statements, ${commits.toFixed(2)} commits, ${walBytes} bytes of log`,
    ...disk,
    ...list.map(
      ({ text, calls, meanMs, rows, withinFunction }) =>
        `    ${calls.toFixed(3)} × ${meanMs.toFixed(3)} ms, ${rows.toFixed(1)} rows: ${withinFunction ? '(in a function) ' : ''}${text}`,
    ),
  ];
}

const timeLine = ({ name, microseconds, percentOfCore }: ProcessTime, operation: string) =>
  `${name}: ${microseconds} µs of processor time for each ${operation}, ${percentOfCore} % of a core`;

const shareLine = ({ name, percent }: Share) => `    ${percent.toFixed(1).padStart(5)} %  ${name}`;
