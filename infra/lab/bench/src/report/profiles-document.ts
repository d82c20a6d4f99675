import type { DatabaseCost, Statement } from '../profile/database-cost.ts';
import { processorRatio } from '../profile/processor-ratio.ts';
import type { ProcessTime, Profile } from '../profile/profile.ts';
import { type Profiles, profileFor } from '../profile/profiles.ts';
import type { CpuSummary, Share } from '../profile/summarise.ts';
import { tableOf } from './markdown-table.ts';

/** Generated, therefore not in the repository. */
export const PROFILES_PAGE = '.data/bench/profiles.md';

/** The profiles page, from the last profile of every load, in the order of `rows`, the names in the table. */
export function writeProfiles(profiles: Profiles, rows: readonly string[]): string {
  const inOrder = new Set(rows.flatMap((what) => profileFor(profiles, what) ?? []));
  const sorted = [...inOrder, ...Object.values(profiles).filter((profile) => !inOrder.has(profile))];
  return `# Where the time goes

Written by \`npm run bench -- --profiles\` (see \`infra/lab/bench/README.md\`): explains the figures of \`docs/benchmarks.md\`, which are measured
without profiling. Each load runs on its own product: once for processor time and statements, once sampled.

- **Processor time**: all threads of a process, per operation, in steps of the system clock (10 ms). The servers share one core and the load generator
  has the other (in searches the database has one, the service the other). The sum on the busier core limits throughput when nothing else is waited for.
- **Where time goes**: V8's sampling profiler, every 0.5 ms of elapsed time. A process preempted inside a system call (\`writev\` wakes the receiver)
  is charged to that call. JavaScript built-ins such as \`JSON.stringify\` count towards their caller.
- **Commits**: transactions that wrote, each durable before the response. Statement times exclude the commit.

${sorted.map((profile) => part(profile).trim()).join('\n\n')}
`;
}

function part(profile: Profile): string {
  const { what, operation, operations, seconds, processes, reference, cpu, database, plans } = profile;
  const unit = `µs for each ${operation}`;
  const compared = reference
    ? `\nThe reference, ${reference.name}, ${reference.operations.toLocaleString('en-US')} in ${reference.seconds.toFixed(1)} s:\n\n${processTable(reference.processes, `µs for each ${reference.operation}`)}\n${ratioLine(profile)}`
    : '';
  return `## ${what}

${operations.toLocaleString('en-US')} in ${seconds.toFixed(1)} s. ${profile.at}, \`${profile.command}\`, on ${profile.machine}.

${processTable(processes, unit)}
${compared}
${cpu.map(({ service, summary }) => cpuPart(service, summary)).join('\n')}
${databasePart(database, operation)}
${plans.length > 0 ? plansPart(plans) : ''}`.replace(/\n{3,}/g, '\n\n');
}

function ratioLine(profile: Profile): string {
  const sums = processorRatio(profile);
  if (!sums) return '';
  const [product, reference] = [sums.product, sums.reference].map(
    (sum) => `${sum.toLocaleString('en-US')} µs`,
  );
  return `\nOn the core that has more to do, together: ${product} against ${reference} of the reference, which alone makes a ratio of ${sums.ratio.toFixed(2)}.\n`;
}

function processTable(processes: readonly ProcessTime[], unit: string): string {
  const rows = processes.map(({ name, microseconds, percentOfCore }) => [
    name,
    microseconds.toLocaleString('en-US'),
    `${percentOfCore} %`,
  ]);
  return tableOf([['process', unit, 'of a core'], ...rows]);
}

function cpuPart(service: string, { categories, functions }: CpuSummary): string {
  return `Where the time of ${service} goes:\n\n${shareTable('kind', categories)}\n\n${shareTable('function', functions)}\n`;
}

const shareTable = (title: string, shares: readonly Share[]) =>
  tableOf([[title, 'of the time'], ...shares.map(({ name, percent }) => [name, `${percent.toFixed(1)} %`])]);

function databasePart(
  { statements, commits, walBytes, syncMs, list }: DatabaseCost,
  operation: string,
): string {
  const disk =
    syncMs === undefined ? '' : ` To make the log durable took the disk ${syncMs.toFixed(2)} ms each time.`;
  return `For each ${operation} the database was sent ${statements.toFixed(2)} statements, and made ${commits.toFixed(2)} commits with ${walBytes.toLocaleString('en-US')} bytes of log.${disk}

${statementTable(list, operation)}
`;
}

function statementTable(list: readonly Statement[], operation: string): string {
  const rows = list.map(({ text, calls, meanMs, rows: found, withinFunction }) => [
    `${withinFunction ? 'in a function: ' : ''}\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``,
    calls.toFixed(3),
    meanMs.toFixed(3),
    found.toFixed(1),
  ]);
  return tableOf([['statement', `for each ${operation}`, 'ms each', 'rows'], ...rows]);
}

const plansPart = (plans: readonly string[]) =>
  `The plans, as they ran, the innermost first:\n\n\`\`\`text\n${plans.join('\n\n')}\n\`\`\`\n`;
