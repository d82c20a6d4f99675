import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeAll, expect, it } from 'vitest';
import { find } from '../src/desk/moderation/find.ts';
import { moderatedNiceReports } from '../src/register/nice-reports/nice-report.ts';
import { explainEach } from './explained.ts';
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
  const { db } = service.context;
  const { rows } = await db.raw<{ rows: { newest: Date }[] }>(
    'select max(reported_at) as newest from nice_reports',
  );
  const newest = rows[0]?.newest.getTime() ?? 0;
  const queries: [query: { minutes?: number; q?: string; offset?: number }, total: number, most: number][] = [
    [{}, 100_000, 100_050],
    [{ minutes: 1_440 }, 1_440, 1_440 + 50],
    [{ minutes: 1_440, offset: 1_415 }, 1_440, 2 * 1_440 + 50],
    [{ minutes: 10_080, offset: 5_000 }, 10_080, 10_080 + 10_100],
    [{ minutes: 1_440, q: 'rudolf' }, 15, 2_000 + 1_440],
    [{ minutes: 1_440, q: 'lit the' }, 720, 50_050],
    [{ minutes: 1_440, q: 'h99999' }, 1, 1_440 + 500],
    [{ minutes: 1_440, q: 'absent' }, 0, 10],
  ];
  const pages = queries.map(([{ minutes, ...query }]) => () => {
    const since = minutes === undefined ? undefined : new Date(newest - (minutes - 1) * MINUTE_MS);
    return find(db, moderatedNiceReports, { state: 'all', q: '', limit: 25, offset: 0, ...query, since });
  });
  const explained = await explainEach(db, 'nice_reports', pages);
  const problems = queries.flatMap(([query, total, most], at) => {
    const { result, read, scans } = explained[at] ?? expect.fail();
    const isWhole = total === 100_000;
    const isFine = result.total === total && read <= most && (isWhole || !scans.includes('Seq Scan'));
    return isFine ? [] : [JSON.stringify({ query, found: result.total, read, scans })];
  });
  expect(problems).toEqual([]);
});
