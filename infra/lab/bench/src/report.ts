import { spawnSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { REPOSITORY } from '@naughty-list/embedded/repository';

/** One row of the table in docs/benchmarks.md. */
export type Row = { what: string; figure: string; target: string; met: boolean };

/** Load average of the last minute. */
export const loadAverage = (): string => (loadavg()[0] ?? 0).toFixed(2);

/** What was measured, when and where, without host names. `loadBefore`: the load average when it began. */
export function describeRun(command: string, loadBefore: string): string {
  const describe = ['describe', '--always', '--dirty', '--exclude', '*', '--abbrev=12'];
  const { stdout } = spawnSync('git', describe, { cwd: REPOSITORY, encoding: 'utf8' });
  const [cores, gigabytes] = [cpus(), Math.round(totalmem() / 2 ** 30)];
  const machine = `${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB, ${process.platform}, Node ${process.versions.node}`;
  const load = `load average ${loadBefore} before, ${loadAverage()} after`;
  return `Measured by \`${command}\` on ${new Date().toISOString().slice(0, 10)} at commit ${stdout?.trim() || 'unknown'}: ${machine}, ${load}.`;
}

/** A Markdown table with padded columns, as formatted in the repository. The first line is the header. */
export function tableOf(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(3, ...lines.map((line) => (line[column] ?? '').length)),
  );
  const write = (line: readonly string[]) =>
    `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [write(head), write(widths.map((width) => '-'.repeat(width))), ...body.map(write)].join('\n');
}

export type Quantiles = { count: number; p50: number; p90: number; p99: number; max: number };

export function quantiles(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}
