import type { Growth } from '../growth/figures.ts';
import { type Profiles, profileFor } from '../profile/profiles.ts';
import { limitOf, wordOf } from './describe-row.ts';
import { tableOf } from './markdown-table.ts';
import { describeCode } from './measured-code.ts';
import { notes } from './notes.ts';
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

Written by \`npm run bench\` ([infra/bench](../infra/bench/README.md)). Each figure is a ratio of the product to a bare reference, taken within one
round on the same machine: both run in turn, a second each, and what stands here is the middle round with the lowest and the
highest in brackets. A ratio says more than a figure, because whatever else the machine does slows both.

## The table

${table(rows)}

${notesOn(rows, profiles)}
${growth ? growthPart(growth) : ''}
## What it was measured on

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
      figures.reference,
      spread,
      target ? limitOf(target) : '',
      wordOf(row),
    ];
  });
  const head = ['what', 'product', 'reference', 'its figure', 'ratio (rounds)', 'target', ''];
  return tableOf([head, ...lines]);
}

const isOne = ({ ratio }: Row) => ratio.lowest === ratio.highest;
const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

/** Beside every target that is not met stands why. */
function notesOn(rows: readonly Row[], profiles: Profiles): string {
  const missed = rows.filter((row) => wordOf(row) === 'not met');
  if (missed.length === 0) return '';
  const lines = missed.map(({ what, note }) => {
    const why = notes.find(({ about }) => about.test(what))?.why;
    const profile = profileFor(profiles, what);
    const said = [why, note, profile && whatProfileShows(profile)].filter((text) => text !== undefined);
    return `- **${what}**: ${said.join(' ') || 'No profile was taken yet.'}`;
  });
  return `## Targets that are not met, and why\n\n${lines.join('\n')}\n`;
}

function growthPart({ sizes, lines }: Growth): string {
  const head = ['median / p99, ms', ...sizes.map((size) => size.toLocaleString('en-US'))];
  const body = lines.map(({ name, times }) => [
    name,
    ...times.map(({ median, p99 }) => `${median.toFixed(1)} / ${p99.toFixed(1)}`),
  ]);
  return `## Cost against size

So many reports and as many visits; each question is put to the running service, one call after the other, to all sizes in turn.

![Median cost of each question against the number of rows](${PLOT_IN_DOCS})

${tableOf([head, ...body])}

`;
}

function runLine([name, { at, command, code, machine }]: readonly [string, Measured]): string {
  return `- ${name}: ${at}, \`${command}\`, ${code ? `${describeCode(code)}, ` : ''}on ${machine}`;
}
