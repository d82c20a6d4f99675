import type { ChaosResult } from './result.ts';

/** The table of counts, as plain text. */
export function countsTable(result: ChaosResult): string {
  const rows: [string, number | string][] = [
    ['people', sum(result.people)],
    ...listed(result.people),
    ['payments sent', result.payments],
    ['claims answered', result.claims],
    ['valid payments', result.validPayments],
    ['effects', result.effects],
    ['doubled effects', result.doubled.length],
    ['lost', result.lost.length],
    ['wrongly accepted', result.wronglyAccepted.length],
    ['verdict and effect apart', result.verdictsApart.length],
    ['claims answered wrongly', result.answeredWrongly.length],
    ['users who did not finish', result.stuck.length],
    ['undecided at the end', result.open.length],
    ['forgotten by the chain', result.forgottenByChain.length],
    ['processes killed', sum(result.killed)],
    ...listed(result.killed),
    ['faults injected', sum(result.injected)],
    ...listed(result.injected),
    ['seconds', Math.round(result.durationMs / 1_000)],
  ];
  return asTable(rows);
}

/** One line per row, with aligned counts. */
export function asTable(rows: readonly (readonly [name: string, count: number | string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, count]) => `${name.padEnd(width)}  ${String(count).padStart(6)}`).join('\n');
}

export const sum = (counts: Map<string, number>) =>
  [...counts.values()].reduce((total, count) => total + count, 0);

/** Rows of a sum's components. */
export const listed = (counts: Map<string, number>): [string, number][] =>
  [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([name, count]) => [`  ${name}`, count]);
