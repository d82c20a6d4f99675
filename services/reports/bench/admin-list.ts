import { fileURLToPath } from 'node:url';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { find } from '../src/moderation/find.ts';
import { moderatedReports } from '../src/reports/moderated-reports.ts';
import { insertReports, terms } from './million-reports.ts';

/** Prints how long a page of the admin's list takes among a million reports, with the number of all that match. */
const RUNS = 10;

const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL names an empty database');
const db = openDatabase({ url, schema: 'reports' });
await migrate(db, {
  schema: 'reports',
  directory: fileURLToPath(new URL('../migrations', import.meta.url)),
});
const { rows } = await db.raw('select count(*)::int as count from scammer_reports');
if (rows[0].count === 0) await insertReports(db);

const queries = {
  everything: {},
  'the last page': { offset: 999_900 },
  removed: { state: 'removed' as const },
  'removed, of a category': { state: 'removed' as const, category: 'other' as const },
  'of a category': { category: 'other' as const },
  'a selective term': { q: terms.one },
  'a rare term': { q: terms.fifty },
  'a middling term': { q: terms.tenThousand },
  'a term of old reports': { q: terms.old },
  'a term in half of all': { q: terms.half },
  'two letters': { q: 'sa' },
  'an absent term': { q: 'xqzj' },
  'of no letters': { q: '!!!' },
};
for (const [kind, query] of Object.entries(queries)) {
  const times: number[] = [];
  let total = 0;
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now();
    ({ total } = await find(db, moderatedReports, {
      state: 'all' as const,
      q: '',
      limit: 100,
      offset: 0,
      ...query,
    }));
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (RUNS - 1))] ?? 0).toFixed(1);
  console.log(`${kind.padEnd(24)} ${String(total).padStart(8)} found  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`);
}
await db.destroy();
