import { listReports, searchReports, submitReport } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { reportInput, startReports } from './running-service.ts';

const service = closeAfterAll(await startReports());
const descriptions: [string, string][] = [
  ['old_scammer', 'Old tricks, nothing new to see here.'],
  ['scam', 'Calls himself what he is.'],
  ['Scammer1', 'Sold me a rug at 100% off.'],
  ['notascam', 'He says he is not.'],
  ['scammer2', 'Says it\'s "fine" \\ always; path C:\\temp'],
  ['kringle', 'A scam of the worst kind, and 5_000 lost.'],
  ['zwarte', 'Обещал подарки и исчез с деньгами.'],
  ['tinsel', 'He wrote ??? and then !!! and left with 12,5 SOL.'],
  ['_under_', 'His name begins with an underscore.'],
];
for (const [username, description] of descriptions)
  await service.as('seed').call(submitReport, { body: reportInput({ username, description }) });
await service.context.db('scammer_reports').insert({
  twitter_url: 'https://x.com/scamgone/status/1',
  username: 'scamgone',
  scam_category: 'other',
  description: 'This scam was removed.',
  unique_burn_address: 'LISTBURN999',
  is_removed: true,
});

const search = async (q: string) =>
  (await service.as('visitor').call(searchReports, { query: { q } })).map(({ username }) => username);

it('leaves out reports of other categories', async () => {
  const found = (category: 'other' | 'nft') =>
    service.as('visitor').call(searchReports, { query: { q: 'kringle', category } });
  expect([await found('other'), await found('nft')].map(({ length }) => length)).toEqual([1, 0]);
});

it('finds a renamed account by the name it took later, and by its beginning', async () => {
  const { db } = service.context;
  const { id } = (await db('scammer_reports').where({ username: 'kringle' }).first('id')) ?? {};
  await db('aliases').insert([
    { report_id: id, username: 'Tinsel_King' },
    { report_id: id, username: 'Tinsel_Queen' },
  ]);
  expect(await search('tinsel_king')).toEqual(['kringle']);
  expect(await search('tinsel')).toEqual(['tinsel', 'kringle']);
  expect(await search('tinsel_q')).toEqual(['kringle']);
  expect(await search('insel_q')).toEqual([]);
  await db('aliases').where({ report_id: id }).delete();
});

describe('order', () => {
  it('is the username, its beginning, its middle, then the description; newest first among equals', async () => {
    expect(await search('scam')).toEqual([
      'scam',
      'scammer2',
      'Scammer1',
      'notascam',
      'old_scammer',
      'kringle',
    ]);
  });
  it.each(['SCAM', '@scam', '  scam ', ' @scam'])(
    'does not mind case, blanks or a leading @ (%j)',
    async (q) => {
      expect((await search(q))[0]).toBe('scam');
    },
  );
  it.each([
    'https://x.com/Scammer1/status/1225?s=20',
    'https://twitter.com/scammer1',
    'x.com/@scammer1',
    'https://mobile.x.com/scammer1/status/1225',
    ' https://m.twitter.com/SCAMMER1/photo#top ',
  ])('takes the account of a pasted URL (%s)', async (q) => {
    expect(await search(q)).toEqual(['Scammer1']);
  });
  it.each(['https://x.com/i/status/1225', 'https://example.org/scammer1', 'https://x.com/'])(
    'finds nothing for a URL that names no account (%s)',
    async (q) => {
      expect(await search(q)).toEqual([]);
    },
  );
  it('leaves removed reports out', async () => {
    expect(await search('scamgone')).toEqual([]);
    expect(await search('was removed')).toEqual([]);
  });
});

describe('terms are text', () => {
  it.each([
    ['100% off', ['Scammer1']],
    ['%', []],
    ['%%%', []],
    ['___', []],
    ['_', ['_under_']],
    ['_u', ['_under_']],
    ['5_000', ['kringle']],
    ['5x000', []],
    ['"fine"', ['scammer2']],
    ["it's", ['scammer2']],
    ["'; drop table scammer_reports; --", []],
    ['C:\\temp', ['scammer2']],
    ['\\', []],
    ['\\\\\\', []],
    ['\\%', []],
    ['подарки', ['zwarte']],
    ['ПОДАРКИ', ['zwarte']],
    ['???', ['tinsel']],
    ['!!! and', ['tinsel']],
    ['12,5', ['tinsel']],
    ['.*', []],
    ['[a-z]+', []],
    ['$1', []],
    ['scam\u0000', ['scam', 'scammer2', 'Scammer1', 'notascam', 'old_scammer', 'kringle']],
    ['\ud800abc', []],
  ])('%j', async (q, usernames) => {
    expect(await search(q)).toEqual(usernames);
  });
});

it.each(['a', '%', '_', '\\\\', "'", 'ab ', '🎄'])(
  'a term of thousands of %j finds nothing',
  async (part) => {
    for (const length of [999, 1_000, 1_001, 5_000])
      expect(await search(part.repeat(length).slice(0, length))).toEqual([]);
  },
);

describe('one and two letters', () => {
  it.each([
    ['s', ['scammer2', 'Scammer1', 'scam']],
    ['S', ['scammer2', 'Scammer1', 'scam']],
    ['sc', ['scammer2', 'Scammer1', 'scam']],
    ['q', []],
    ['qq', []],
    ['@', undefined],
    ['🎄', []],
  ])('are looked for in the beginnings of usernames: %j', async (q, usernames) => {
    if (usernames) expect(await search(q)).toEqual(usernames);
    else await expect(search(q)).rejects.toMatchObject({ status: 400 });
  });
});

describe('nothing to search for', () => {
  it.each(['', '?q=', '?q=%20%20', '?q=@', '?q=%00'])('%j is refused', async (query) => {
    const { status, body } = await service.send('GET', `/api/scammer-reports/search${query}`);
    expect({ status, body }).toEqual({
      status: 400,
      body: { message: 'Please enter something to search for.', code: 'empty_search' },
    });
  });
  it('a term given twice is refused', async () => {
    expect((await service.send('GET', '/api/scammer-reports/search?q=a&q=b')).status).toBe(400);
  });
});

it('finds everything that the list has, however many hold the term, up to 100, newest first', async () => {
  await service.context.db.raw(`
    insert into scammer_reports (twitter_url, username, scam_category, description, unique_burn_address)
    select 'https://x.com/elf/status/1', 'elf' || n, 'other', 'One of many sugarplum thieves.', 'MANY' || n
    from generate_series(1, 250) n`);
  expect(await search('sugarplum')).toHaveLength(100);
  expect((await search('sugarplum'))[0]).toBe('elf250');
  expect(await search('elf25')).toEqual(['elf25', 'elf250']);
  const { headers } = await service.as('visitor').callFull(listReports, { query: { limit: 1 } });
  expect(headers.get('x-total-count')).toBe('259');
});
