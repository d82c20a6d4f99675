import { rmSync } from 'node:fs';
import { startPostgres } from '@naughty-list/embedded/postgres';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import type { Row } from '../report/row.ts';
import type { Section } from '../settings.ts';
import { temporaryFolder } from '../stage/product.ts';
import type { Growth } from './figures.ts';
import { questions } from './questions.ts';
import { type Bytes, openSized, SECRET, type Sized } from './sizes.ts';
import { timeAnswers } from './time-answers.ts';

const TIMES = 100;
const MILLION = 1_000_000;

/**
 * Creates databases of these sizes and times the same calls on each in turn; also measures the disk usage per million
 * rows.
 */
const measure: Section['measure'] = async ({ sizes, effort, log }) => {
  const dataDir = temporaryFolder();
  const postgres = await startPostgres({ dataDir });
  const all: Sized[] = [];
  try {
    for (const rows of sizes) {
      log(`making ${rows.toLocaleString('en-US')} reports and as many visits`);
      all.push(await openSized(postgres.url, rows));
    }
    const lines: Growth['lines'] = [];
    for (const { name, of, path } of questions) {
      const times = Math.ceil((TIMES * effort) / 100);
      lines.push({ name, times: await timeAnswers(all.map(of), path, { secret: SECRET, times }) });
    }
    const largest = all.at(-1);
    const rows = largest
      ? [
          sizeRow('reports', largest.rows, largest.bytes.reports),
          sizeRow('visits', largest.rows, largest.bytes.visits),
        ]
      : [];
    return { growth: { sizes: [...sizes], lines }, rows };
  } finally {
    for (const { close } of all) await close();
    await postgres.stop();
    removeDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
};

export const growth: Section = { name: 'growth', measure };

function sizeRow(what: string, rows: number, { total, rows: alone }: Bytes): Row {
  const megabytes = (bytes: number) =>
    `${Math.round((bytes / rows) * (MILLION / 2 ** 20)).toLocaleString('en-US')} MB`;
  const ratio = total / alone;
  return {
    what: `database per million ${what}, with indexes (of ${rows.toLocaleString('en-US')})`,
    reference: 'the rows alone',
    figures: { reference: megabytes(alone), product: megabytes(total) },
    ratio: { median: ratio, lowest: ratio, highest: ratio },
  };
}
