import type { DatabaseCost, Statement } from '../profile/database-cost.ts';
import { processorRatio } from '../profile/processor-ratio.ts';
import type { ProcessTime, Profile } from '../profile/profile.ts';
import { type Profiles, profileFor } from '../profile/profiles.ts';
import type { CpuSummary, Share } from '../profile/summarise.ts';
import { tableOf } from './markdown-table.ts';

/** The page `docs/benchmarks-profiles.md`, from the last profile of every load, in the order of `rows`, the names in the table. */
export function writeProfiles(profiles: Profiles, rows: readonly string[]): string {
  const inOrder = new Set(rows.flatMap((what) => profileFor(profiles, what) ?? []));
  const sorted = [...inOrder, ...Object.values(profiles).filter((profile) => !inOrder.has(profile))];
  return `# Where the time goes

Written by \`npm run bench -- --profiles\` ([infra/bench](../infra/bench/README.md)): what stands behind the figures of [benchmarks.md](benchmarks.md).
Each load was run again on a product of its own: once for processor time and statements, and once sampled, which slows it; the figures of the table
were taken without any of this.

- **Processor time** is that of all threads of a process, by the system's clock (10 ms), for each operation. What serves shares one core, and the load
  generator has the other (in searches the database has one, the service the other): the sum on the core that has more to do decides how many operations
  a second there can be, if nobody waits for anything else. Such sums move less than rates when a machine is busy.
- **Where time goes** is told by V8's sampling profiler, every half millisecond of elapsed time. A process that shares its core may be put aside in the
  middle of a system call (\`writev\` wakes the receiver, who runs at once): such time counts to the call. What is built into JavaScript, as
  \`JSON.stringify\`, counts to the function that calls it.
- **Commits** are transactions that wrote; each is durable before it is told. The time of a statement does not contain its commit.

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
