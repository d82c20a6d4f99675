import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeAll, expect, it } from 'vitest';
import { find } from '../src/desk/moderation/find.ts';
import { moderatedNiceReports } from '../src/register/nice-reports/nice-report.ts';
import { openExplaining, statementsOf } from './explained.ts';
import { startReports } from './running-service.ts';

const MINUTE_MS = 60_000;

// One nice report per minute, the newest last; every hundredth is of a hero who is reported repeatedly.
const service = closeAfterAll(await startReports());
beforeAll(async () => {
  await service.context.db.raw(
    `insert into nice_reports (twitter_url, username, description, reported_at)
     select 'https://x.com/hero/status/' || n, case when n % 100 = 0 then 'rudolf' else 'h' || n end,
       case when n % 2 = 0 then 'Lit the way.' else 'Carried presents.' end,
       now() - (100000 - n) * interval '1 minute'
     from generate_series(1, 100000) n`,
  );
  await service.context.db.raw('vacuum analyze nice_reports');
});

it('an admin page among 100,000 nice reports reads only what it shows, or what matches, through indexes', async () => {
  const { db, config } = service.context;
  const connection = await openExplaining(config.DATABASE_URL, 'force_custom_plan');
  const { rows } = await db.raw<{ rows: { newest: Date }[] }>(
    'select max(reported_at) as newest from nice_reports',
  );
  const newest = rows[0]?.newest.getTime() ?? 0;
  const problems: string[] = [];
  let names = 0;
  for (const [{ minutes, ...query }, total, most] of [
    [{}, 100_000, 100_050],
    [{ minutes: 1_440 }, 1_440, 1_440 + 50],
    [{ minutes: 1_440, offset: 1_415 }, 1_440, 2 * 1_440 + 50],
    [{ minutes: 10_080, offset: 5_000 }, 10_080, 10_080 + 10_100],
    [{ minutes: 1_440, q: 'rudolf' }, 15, 2_000 + 1_440],
    [{ minutes: 1_440, q: 'lit the' }, 720, 50_050],
    [{ minutes: 1_440, q: 'h99999' }, 1, 1_440 + 500],
    [{ minutes: 1_440, q: 'absent' }, 0, 10],
  ] as const) {
    const since = minutes && new Date(newest - (minutes - 1) * MINUTE_MS);
    let found = 0;
    const statements = await statementsOf(db, async () => {
      const asked = { state: 'all' as const, q: '', limit: 25, offset: 0, ...query, since };
      found = (await find(db, moderatedNiceReports, asked)).total;
    });
    let read = 0;
    const scans = new Set<string>();
    for (const { text, values } of statements) {
      const explained = await connection.run(`praises${++names}`, text, values, 'nice_reports');
      read += explained.rowsRead;
      for (const scan of explained.scans) scans.add(scan);
    }
    const isWhole = total === 100_000;
    if (found !== total || read > most || (scans.has('Seq Scan') && !isWhole))
      problems.push(JSON.stringify({ query, minutes, found, read, scans: [...scans] }));
  }
  await connection.close();
  expect(problems).toEqual([]);
});
