import { markNiceReportsRead } from '@naughty-list/contracts/admin-reports';
import { listNiceReports, searchNiceReports } from '@naughty-list/contracts/nice-reports';
import { getRegisterVersion, listReports, searchReports } from '@naughty-list/contracts/reports';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { recordChanges } from '../src/record/ledger/append.ts';
import { openAdmins } from './admins.ts';
import { removeReport } from './past-operations.ts';
import { ANYTHING, niceReportInput, openReports, startReports } from './running-service.ts';

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
    await service.report({ username: `late${seen.length}` }, 'visitor');
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
      const { id } = await service.report({ username }, 'visitor');
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
        await service.report({ username }, 'visitor');
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

describe('the Nice List', async () => {
  const service = closeAfterAll(await startReports());
  const niceReports: [string, string][] = [
    ['old_santa', 'Old deeds, all of them good.'],
    ['santa', 'Gave to everybody who asked.'],
    ['Santa', 'Gave once more, and 100% of it.'],
    ['santas_elf', 'Wraps what the others forget.'],
    ['kringle', 'Works like Santa, in another town.'],
    ['zwarte', 'Помог всем и ничего не взял.'],
  ];
  for (const [username, description] of niceReports) await service.praise({ username, description }, 'seed');

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

    it('finds nothing of the other list', async () => {
      await service.send('POST', '/api/scammer-reports', niceReportInput({ username: 'only_naughty' }));
      expect(await search('only_naughty')).toEqual([]);
    });
  });
});

describe('a search of the list', async () => {
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
  for (const [username, description] of descriptions) await service.report({ username, description }, 'seed');
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
  ])('terms are text: %j', async (q, usernames) => {
    expect(await search(q)).toEqual(usernames);
  });

  it.each(['a', '%', '_', '\\\\', "'", 'ab ', '🎄'])(
    'a term of thousands of %j finds nothing',
    async (part) => {
      for (const length of [999, 1_000, 1_001, 5_000])
        expect(await search(part.repeat(length).slice(0, length))).toEqual([]);
    },
  );

  it.each([
    ['s', ['scammer2', 'Scammer1', 'scam']],
    ['S', ['scammer2', 'Scammer1', 'scam']],
    ['sc', ['scammer2', 'Scammer1', 'scam']],
    ['q', []],
    ['qq', []],
    ['@', undefined],
    ['🎄', []],
  ])('one and two letters are looked for in the beginnings of usernames: %j', async (q, usernames) => {
    if (usernames) expect(await search(q)).toEqual(usernames);
    else await expect(search(q)).rejects.toMatchObject({ status: 400 });
  });

  describe('nothing to search for', () => {
    it.each(['', '?q=', '?q=%20%20', '?q=@', '?q=%00'])('%j is refused on both lists', async (query) => {
      for (const list of ['scammer-reports', 'nice-reports'])
        expect(await service.send('GET', `/api/${list}/search${query}`)).toMatchObject({
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
});

describe('who is on both lists', async () => {
  const admins = closeAfterAll(await openAdmins());

  const visitor = () => admins.service.as('visitor');
  const report = (username: string) => admins.service.report({ username }, 'visitor');
  /** Praise that a moderator has read. */
  const niceReport = async (username: string) => {
    const praise = await admins.service.praise({ username }, 'visitor');
    await admins.admin().call(markNiceReportsRead, { body: { ids: [praise.id] } });
    return praise;
  };

  /** How both lists and both searches show a username. */
  async function shown(username: string) {
    const is = (entry: { username: string }) => entry.username.toLowerCase() === username.toLowerCase();
    const query = { q: username };
    const [naughty, nice, naughtyFound, niceFound] = [
      await visitor().call(listReports, { query: {} }),
      await visitor().call(listNiceReports, { query: {} }),
      await visitor().call(searchReports, { query }),
      await visitor().call(searchNiceReports, { query }),
    ];
    expect(naughtyFound.find(is)).toEqual(naughty.find(is));
    expect(niceFound.find(is)).toEqual(nice.find(is));
    return [naughty.find(is)?.alsoOnNiceList, nice.find(is)?.alsoOnNaughtyList];
  }

  it('a username on both lists is marked on both, in any case', async () => {
    const { id } = await report('Two_Faced');
    expect(await shown('two_faced')).toEqual([undefined, undefined]);
    // A scammer who praises himself changes nothing on his card.
    await admins.service.praise({ username: 'two_faced' }, 'visitor');
    expect(await shown('two_faced')).toEqual([undefined, 'unreviewed']);
    await niceReport('two_faced');
    expect(await shown('two_faced')).toEqual([true, 'unreviewed']);
    // Nor does praise of the handle's new owner.
    await admins.changeRow(id, { handle_changed_at: new Date() });
    expect(await shown('two_faced')).toEqual([undefined, undefined]);
  });

  it('so is one reported after its nice report, until either entry is deleted', async () => {
    const hero = await niceReport('fallen_hero');
    const scammer = await report('fallen_hero');
    expect(await shown('fallen_hero')).toEqual([true, 'unreviewed']);
    const operation = await admins.deleted(scammer.id);
    expect(await shown('fallen_hero')).toEqual([undefined, undefined]);
    await admins.restore(operation);
    expect(await shown('fallen_hero')).toEqual([true, 'unreviewed']);
    await admins.send('DELETE', `/api/admin/nice-reports/${hero.id}`);
    expect(await shown('fallen_hero')).toEqual([undefined, undefined]);
  });

  it('a hero is marked with the status of the report, which anyone can send', async () => {
    await niceReport('accused_hero');
    const { id } = await report('accused_hero');
    expect(await shown('accused_hero')).toEqual([true, 'unreviewed']);
    await admins.setStatus(id, 'corroborated', 'evidence_alone');
    expect(await shown('accused_hero')).toEqual([true, 'corroborated']);
  });

  it('a removed report says nothing about a hero', async () => {
    await niceReport('cleared_hero');
    const { id } = await report('cleared_hero');
    expect(await shown('cleared_hero')).toEqual([true, 'unreviewed']);
    await admins.service.context.db('scammer_reports').where({ id }).update({ is_removed: true });
    expect(await shown('cleared_hero')).toEqual([undefined, undefined]);
  });

  it('each change of what a list shows has a version of its own', async () => {
    const { db } = admins.service.context;
    const versions: string[] = [];
    const note = async () => {
      versions.push((await visitor().call(getRegisterVersion, {})).version);
    };
    await note();
    const { id } = await report('versioned');
    await note();
    await db('scammer_reports').where({ id }).update({ description: 'Sold it twice.' });
    await db.transaction((trx) => recordChanges(trx, { cases: [id] }, ANYTHING));
    await note();
    const hero = await niceReport('versioned');
    await note();
    await removeReport(db, id, 'burn of a version');
    await note();
    await admins.send('DELETE', `/api/admin/nice-reports/${hero.id}`);
    await note();
    expect(new Set(versions).size).toBe(6);
    await note();
    expect(versions.at(-1)).toBe(versions.at(-2));
  });
});
