import { listNiceReports, searchNiceReports, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeAll, describe, expect, it } from 'vitest';
import { openExplaining } from './explained.ts';
import { niceReportInput, startReports } from './running-service.ts';

const service = closeAfterAll(await startReports());
const niceReports: [string, string][] = [
  ['old_santa', 'Old deeds, all of them good.'],
  ['santa', 'Gave to everybody who asked.'],
  ['Santa', 'Gave once more, and 100% of it.'],
  ['santas_elf', 'Wraps what the others forget.'],
  ['kringle', 'Works like Santa, in another town.'],
  ['zwarte', 'Помог всем и ничего не взял.'],
];
for (const [username, description] of niceReports) {
  const body = niceReportInput({ username, description });
  await service.as('seed').call(submitNiceReport, { body });
}

type Named = { username: string }[];
const list = (query = '') => service.send('GET', `/api/nice-reports${query}`);
const names = ({ body }: { body: unknown }) => (body as Named).map(({ username }) => username);
const search = async (q: string) =>
  (await service.as('visitor').call(searchNiceReports, { query: { q } })).map(({ username }) => username);

describe('the list', () => {
  it('has all entries, newest first, with their total', async () => {
    const answer = await list();
    expect(names(answer)).toEqual(['zwarte', 'kringle', 'santas_elf', 'Santa', 'santa', 'old_santa']);
    expect(answer.headers.get('x-total-count')).toBe('6');
    expect(names(await list('?limit=2&offset=3'))).toEqual(['Santa', 'santa']);
    expect(names(await list('?offset=6'))).toEqual([]);
  });

  it.each(['limit=0', 'limit=1001', 'limit=abc', 'offset=-1', 'limit=1&limit=2'])(
    '?%s is refused',
    async (query) => {
      expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    },
  );

  it('continues after an entry, even a deleted one', async () => {
    const [, last] = await service.as('visitor').call(listNiceReports, { query: { limit: 2 } });
    if (!last) return expect.fail();
    expect(names(await list(`?limit=2&before=${last.id}`))).toEqual(['santas_elf', 'Santa']);
    await service.context.db('nice_reports').where({ id: last.id }).delete();
    expect(names(await list(`?limit=2&before=${last.id}`))).toEqual(['santas_elf', 'Santa']);
    await service.context.db('nice_reports').insert({
      id: last.id,
      twitter_url: last.twitterUrl,
      username: last.username,
      description: last.description,
      reported_at: last.reportedAt,
    });
  });
});

describe('a search', () => {
  it('finds usernames, their beginnings, their middles, then descriptions; newest first among equals', async () => {
    expect(await search('santa')).toEqual(['Santa', 'santa', 'santas_elf', 'old_santa', 'kringle']);
    expect(await search(' @SANTA ')).toEqual(await search('santa'));
  });

  it.each([
    ['s', ['santas_elf', 'Santa', 'santa']],
    ['sa', ['santas_elf', 'Santa', 'santa']],
    ['100%', ['Santa']],
    ['%', []],
    ['ПОМОГ', ['zwarte']],
    ["'; drop table nice_reports; --", []],
    ['nobody_like_that', []],
    ['x'.repeat(5_000), []],
  ])('takes %j as text', async (q, usernames) => {
    expect(await search(q)).toEqual(usernames);
  });

  it.each(['', '?q=', '?q=%20', '?q=@', '?q=%00'])('for nothing (%j) is refused', async (query) => {
    const { status, body } = await service.send('GET', `/api/nice-reports/search${query}`);
    expect({ status, body }).toEqual({
      status: 400,
      body: { message: 'Please enter something to search for.', code: 'empty_search' },
    });
  });

  it('finds nothing of the other list', async () => {
    await service.send('POST', '/api/scammer-reports', niceReportInput({ username: 'only_naughty' }));
    expect(await search('only_naughty')).toEqual([]);
  });
});

// The search plans are those of the Naughty List, tested there; usernames with many entries occur only on this list.
describe.each(['auto', 'force_custom_plan', 'force_generic_plan'] as const)(
  'among many nice reports, with plan_cache_mode %s,',
  (mode) => {
    beforeAll(async () => {
      const { db } = service.context;
      const { rows } = await db.raw("select 1 from nice_reports where username = 'beloved' limit 1");
      if (rows.length > 0) return;
      await db.raw(`
        insert into nice_reports (twitter_url, username, description, reported_at)
        select 'https://x.com/u/status/' || 1000000 + n,
          case when n <= 3000 then 'beloved' when n % 1000 = 0 then 'beloved_' || n else 'hero' || n end,
          case when n = 7345 then 'peppermintdeed' else 'Wraps presents for beloved children' end,
          now() - interval '10 years' + n * interval '1 minute'
        from generate_series(1, 10000) n`);
      await db.raw('vacuum analyze nice_reports');
    });

    it('the username itself is found at once, the newest first, and the rest stays quick', async () => {
      const connection = await openExplaining(service.context.config.DATABASE_URL, mode);
      const text = 'select id from reports.search_nice_report_ids($1, $2) id';
      const seen: unknown[] = [];
      for (let round = 0; round < (mode === 'auto' ? 7 : 1); round++) {
        for (const [term, found, most] of [
          ['beloved', 100, 1_000],
          ['hero9777', 1, 1_000],
          ['peppermintdeed', 1, 1_000],
          ['xqzj', 0, 1_000],
          ['b', 100, 1_000],
        ] as const) {
          const { rows, scans, rowsRead } = await connection.run('s', text, [term, 100], 'nice_reports');
          const isFine = rows.length === found && !scans.has('Seq Scan') && rowsRead <= most;
          if (!isFine) seen.push({ term, round, found: rows.length, rowsRead, scans: [...scans] });
        }
      }
      await connection.close();
      expect(seen).toEqual([]);
      const newest = await service.context.db('nice_reports').where({ username: 'beloved' });
      const expected = newest.sort((a, b) => b.reported_at - a.reported_at).slice(0, 100);
      const found = await service.as('visitor').call(searchNiceReports, { query: { q: 'beloved' } });
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    });
  },
);
