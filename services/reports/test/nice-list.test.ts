import { listNiceReports, searchNiceReports, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
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
