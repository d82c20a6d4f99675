import { listReports, submitReport } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { removeReport } from './remove-report.ts';
import { openReports, reportInput, startReports } from './running-service.ts';

const service = closeAfterAll(await startReports());
// Ids and times are in opposite order: the newest report has the smallest id.
await service.context.db.raw(`
  insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address, reported_at)
  select 'https://x.com/elf/status/1', 'elf' || n, case when n % 100 = 0 then 'nft' else 'other' end, 'Makes toys that break at once.', 'ELF' || n,
    now() - n * interval '1 hour'
  from generate_series(1, 1200) n`);

const list = (query = '') => service.send('GET', `/api/scammer-reports${query}`);
const names = ({ body }: { body: unknown }) =>
  (body as { username: string }[]).map(({ username }) => username);

describe('a page', () => {
  it('has up to 1,000 reports, newest first, and their total', async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-total-count')).toBe('1200');
    expect(names(answer)).toEqual(Array.from({ length: 1_000 }, (_, index) => `elf${index + 1}`));
  });
  it.each([
    ['?limit=2', ['elf1', 'elf2']],
    ['?limit=2&offset=3', ['elf4', 'elf5']],
    ['?limit=1000&offset=1198', ['elf1199', 'elf1200']],
    ['?offset=10000', []],
    ['?limit=2&before=3', ['elf4', 'elf5']],
    ['?limit=2&before=3&category=nft', ['elf100', 'elf200']],
    ['?before=1200', []],
  ])('%s', async (query, expected) => {
    expect(names(await list(query))).toEqual(expected);
  });
  it('has one category, and the total of its reports, on request', async () => {
    const answer = await list('?category=nft&limit=2&offset=1');
    expect([names(answer), answer.headers.get('x-total-count')]).toEqual([['elf200', 'elf300'], '12']);
    expect((await list('?category=defi')).body).toEqual([]);
    expect(await list('?category=coal')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'category' },
    });
  });
  it('matches the contract', async () => {
    const { body } = await service
      .as('visitor')
      .callFull(listReports, { query: { limit: 1_000, offset: 0 } });
    expect(body[0]).toMatchObject({ username: 'elf1', isRemoved: false, evidenceUrls: [] });
  });
});

it.each([
  ['limit=0', 'limit'],
  ['limit=1001', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=abc', 'limit'],
  ['limit=', 'limit'],
  ['limit=0x10', 'limit'],
  ['limit=1e2', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['limit=99999999999999999999', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=10001', 'offset'],
  ['offset=%00', 'offset'],
  ['offset=1;drop table scammer_reports', 'offset'],
])('?%s is refused', async (query, field) => {
  const { status, body } = await list(`?${encodeURI(query).replaceAll('%2500', '%00')}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_input', field });
  expect(String(body.message)).toContain(`${field} must be a whole number`);
});

it('is read to its end, page by page, while entries come and go', async () => {
  const { db } = service.context;
  const seen: string[] = [];
  for (let before: number | undefined; ; ) {
    const body = await service.as('visitor').call(listReports, { query: { limit: 100, before } });
    const id = body.at(-1)?.id;
    if (id === undefined) break;
    seen.push(...names({ body }));
    before = id;
    // The one that the next page begins after is removed, and another is reported.
    await db('scammer_reports').where({ id }).update({ is_removed: true });
    await service.as('visitor').call(submitReport, { body: reportInput({ username: `late${seen.length}` }) });
  }
  expect(seen).toEqual(Array.from({ length: 1_200 }, (_, index) => `elf${index + 1}`));
  await db('scammer_reports').whereLike('username', 'elf%').update({ is_removed: false });
  await db('scammer_reports').whereLike('username', 'late%').delete();
});

describe('after a change, by any process,', () => {
  it('the next answer shows it', async () => {
    const other = await openReports(service.context.config.DATABASE_URL);
    for (let round = 0; round < 20; round++) {
      const username = `fresh${round}`;
      const { id } = await service.as('visitor').call(submitReport, { body: reportInput({ username }) });
      const before = await list('?limit=1');
      expect(names(before)).toEqual([username]);
      expect(before.headers.get('x-total-count')).toBe('1201');
      expect(await removeReport(other.db, id, 'signature')).toBe(true);
      const after = await list('?limit=1');
      expect(names(after)).toEqual(['elf1']);
      expect(after.headers.get('x-total-count')).toBe('1200');
    }
    await other.close();
  });

  it('also to concurrent readers', async () => {
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const username = `crowd${index}`;
        await service.as('visitor').call(submitReport, { body: reportInput({ username }) });
        expect(names(await list('?limit=100'))).toContain(username);
      }),
    );
  });

  it('the total stays right when rows are deleted or changed by SQL', async () => {
    const { db } = service.context;
    await db('scammer_reports').whereLike('username', 'crowd%').delete();
    await db('scammer_reports')
      .whereLike('username', 'elf1_')
      .update({ description: 'Changed by an admin.' });
    await db('scammer_reports').where({ username: 'elf2' }).update({ is_removed: true });
    const answer = await list();
    expect(answer.headers.get('x-total-count')).toBe('1199');
    expect(names(answer)).not.toContain('elf2');
  });
});
