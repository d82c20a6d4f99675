import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { tableOf } from '@naughty-list/bench/report/markdown-table';
import { describeCode, measuredCode } from '@naughty-list/bench/report/measured-code';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { broken, type Result } from './run.ts';

/** A Markdown table of each attack's outcome, for README.md. */
export function describeResults(results: readonly Result[], command: string): string {
  const loads = results.flatMap(({ idle, during }) => [idle.loadBefore, during.loadBefore]);
  const code = measuredCode(REPOSITORY);
  const [processor] = cpus();
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} by \`${command}\`: ${availableParallelism()} cores (${processor?.model.trim() ?? 'unknown'}), ` +
      `Node ${process.versions.node}${code ? `, ${describeCode(code)}` : ''}; load average ${Math.min(...loads).toFixed(2)} to ${Math.max(...loads).toFixed(2)} before the measurements.`,
    '',
    tableOf([
      ['attack', 'sent', 'now', 'bound', 'holds'],
      ...results.map((result) => {
        const { attack, outcome } = result;
        const wrong = broken(outcome);
        return [
          attack.title,
          outcome.sent,
          outcome.saw.join('; '),
          attack.bound,
          wrong.length === 0 ? 'yes' : `**no**: ${wrong.join('; ')}`,
        ];
      }),
    ]),
    '',
  ].join('\n');
}

const BEGIN = '<!-- npm run attack: begin -->';
const END = '<!-- npm run attack: end -->';

/** Replaces the generated part of a page, between its two markers. */
export function writeInto(page: string, text: string): void {
  const document = readFileSync(page, 'utf8');
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`${page} has no place for the results`);
  writeFileSync(page, `${document.slice(0, begin)}${BEGIN}\n\n${text}\n${document.slice(end)}`);
}
