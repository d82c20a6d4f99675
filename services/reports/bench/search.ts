import { fileURLToPath } from 'node:url';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { search } from '../src/lists/search.ts';
import { naughtyList } from '../src/reports/naughty-list.ts';
import { insertReports, terms } from './million-reports.ts';

/** Prints how long each kind of term takes on a million reports, one after another. */
const RUNS = 50;

const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL names an empty database');
const db = openDatabase({ url, schema: 'reports' });
await migrate(db, {
  schema: 'reports',
  directory: fileURLToPath(new URL('../migrations', import.meta.url)),
});
const { rows } = await db.raw('select count(*)::int as count from scammer_reports');
if (rows[0].count === 0) await insertReports(db);

const kinds = {
  ...terms,
  absent: 'xqzj',
  oneLetter: 's',
  twoLetters: 'sa',
  absentLetter: 'z',
  marks: '!!!',
  beginning: 'san',
  word: 'wallet',
};
for (const [kind, term] of Object.entries(kinds)) {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now();
    await search(db, naughtyList, term, 100);
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (RUNS - 1))] ?? 0).toFixed(1);
  console.log(`${kind.padEnd(14)} p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`);
}
await db.destroy();
