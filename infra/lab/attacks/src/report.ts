import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { tableOf } from '@naughty-list/bench/report/markdown-table';
import { describeCode, measuredCode } from '@naughty-list/bench/report/measured-code';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import type { Seen } from './measure/observe.ts';
import { broken, type Result } from './run.ts';
import { megabytes, milliseconds } from './words.ts';

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

/** A Markdown table of the latencies, failures and storage that ordinary visitors and the operator see meanwhile. */
export function describeVisitors(results: readonly Result[]): string {
  return tableOf([
    [
      'attack',
      'list p50 / p90, idle',
      'during',
      'page p90, idle → during',
      'search p90, idle → during',
      'failed',
      'gateway, services MB',
      'connections',
      'stored: database, folder',
    ],
    ...results.map(({ attack, idle, during }) => [
      attack.name,
      listOf(idle),
      listOf(during),
      `${milliseconds(idle.page.p90)} → ${milliseconds(during.page.p90)}`,
      `${milliseconds(idle.search.p90)} → ${milliseconds(during.search.p90)}`,
      failedOf(during),
      `${idle.gatewayMb} → ${during.gatewayMb}, ${idle.servicesMb} → ${during.servicesMb}`,
      `${idle.connections} → ${during.connections}`,
      `${megabytes(during.grown.databaseBytes)}, ${megabytes(during.grown.folderBytes)}`,
    ]),
  ]);
}

const listOf = ({ list }: Seen) => `${milliseconds(list.p50)} / ${milliseconds(list.p90)} (${list.count})`;

function failedOf({ failed }: Seen): string {
  const each = Object.entries(failed).map(([call, count]) => `${count} × ${call}`);
  return each.length > 0 ? each.join(', ') : 'none';
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
