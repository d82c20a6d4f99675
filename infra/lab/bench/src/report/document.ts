import { tableOf } from './markdown-table.ts';

/** One row of the table in docs/benchmarks.md. */
export type Row = { what: string; figure: string; target: string; met: boolean };

/** The page `docs/benchmarks.md`. `run`: date, code and command. */
export function writeDocument(
  rows: readonly Row[],
  { machine, run }: { machine: string; run: string },
): string {
  const lines = rows.map(({ what, figure, target, met }) => [
    what,
    figure,
    target === '' ? '' : `${target}, ${met ? 'met' : 'not met'}`,
  ]);
  return `# Benchmarks

Written by \`npm run bench\` ([infra/lab/bench](../infra/lab/bench/README.md)): what the product must carry on a viral day, all of it at once and
beside the load generator, and how much of a bare server's throughput a page or a list has left.

${tableOf([['what', 'figure', 'target'], ...lines])}

Measured on ${machine}: ${run}.
`;
}
