import type { Growth } from '../growth/figures.ts';
import { type Profiles, profileFor } from '../profile/profiles.ts';
import { limitOf, wordOf } from './describe-row.ts';
import { tableOf } from './markdown-table.ts';
import { describeCode } from './measured-code.ts';
import { notes } from './notes.ts';
import { PROFILES_PAGE } from './profiles-document.ts';
import type { Measured, Results } from './results.ts';
import type { Row } from './row.ts';
import { whatProfileShows } from './what-profile-shows.ts';

const PLOT_IN_DOCS = 'images/cost-by-size.svg';

/** The page `docs/benchmarks.md`, from the last measurement of every section. */
export function writeDocument(results: Results, order: readonly string[], profiles: Profiles): string {
  const measured = order.flatMap((name) => (results[name] ? [[name, results[name]] as const] : []));
  const rows = measured.flatMap(([, { rows: own }]) => own);
  const growth = results.growth?.growth;
  return `# Benchmarks

Written by \`npm run bench\` ([infra/lab/bench](../infra/lab/bench/README.md)). Product and bare reference run in turn on the
same machine, a second each; the ratio is taken within a round, and the table shows the median round with the lowest and highest in brackets.

## The table

${table(rows)}

${notesOn(rows, profiles)}
${growth ? growthPart(growth) : ''}
## What it was measured on

${[...new Set(measured.map(([, { machine }]) => hardwareOf(machine)))].map((each) => `- ${each}`).join('\n')}
${measured.map(runLine).join('\n')}
`.replace(/\n{3,}/g, '\n\n');
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { what, reference, figures, ratio, target } = row;
    const spread = isOne(row)
      ? number(ratio.median)
      : `${number(ratio.median)} (${number(ratio.lowest)}–${number(ratio.highest)})`;
    return [
      what,
      figures.product,
      reference,
      figures.reference.replace(/ \(p50 .*\)$/, ''),
      spread,
      target ? `${limitOf(target)}, ${wordOf(row)}` : '',
    ];
  });
  const head = ['what', 'product', 'reference', 'its figure', 'ratio (rounds)', 'target'];
  return tableOf([head, ...lines]);
}

const isOne = ({ ratio }: Row) => ratio.lowest === ratio.highest;
const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

/** Explains every target that is not met; rows with the same reason share its text. */
function notesOn(rows: readonly Row[], profiles: Profiles): string {
  const missed = rows.filter((row) => wordOf(row) === 'not met');
  if (missed.length === 0) return '';
  const byReason = Map.groupBy(missed, ({ what }) => notes.find(({ about }) => about.test(what))?.why ?? '');
  const parts = [...byReason].map(([why, rowsOfIt]) => {
    const lines = rowsOfIt.map(({ what, note }) => {
      const profile = profileFor(profiles, what);
      const said = [note, profile && whatProfileShows(profile)].filter((text) => text !== undefined);
      return `- **${what}**: ${said.join(' ') || 'No profile was taken yet.'}`;
    });
    return [why, lines.join('\n')].filter((text) => text !== '').join('\n\n');
  });
  return `## Where the time goes: targets that are not met

Processor time by process, from \`npm run bench -- --profiles\`, which also writes every profile in full to
\`${PROFILES_PAGE}\`.

${parts.join('\n\n')}
`;
}

function growthPart({ sizes, lines }: Growth): string {
  const head = ['median / p99, ms', ...sizes.map((size) => size.toLocaleString('en-US'))];
  const body = lines.map(({ name, times }) => [
    name,
    ...times.map(({ median, p99 }) => `${median.toFixed(1)} / ${p99.toFixed(1)}`),
  ]);
  return `## Cost against size

Columns are the number of reports, and of visits. Calls are sequential, to all sizes in turn.

![Median cost of each question against the number of rows](${PLOT_IN_DOCS})

${tableOf([head, ...body])}

`;
}

const LOAD = ', load average ';
const hardwareOf = (machine: string) => machine.split(LOAD)[0] ?? machine;

function runLine([name, { at, command, code, machine }]: readonly [string, Measured]): string {
  const [, load] = machine.split(LOAD);
  const about = [at, `\`${command}\``, code && describeCode(code), load && `load average ${load}`];
  return `- ${name}: ${about.filter(Boolean).join(', ')}`;
}
