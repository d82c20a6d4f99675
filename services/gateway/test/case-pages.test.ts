import { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import { getCase } from '@naughty-list/contracts/cases';
import { getCasesNaming } from '@naughty-list/contracts/cases-naming';
import { ApiError } from '@naughty-list/contracts/errors';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call, Stage, statusesOf } from './gateway-under-test.ts';

/** Returns its input, so that tests can check it; a name without letters cannot be rendered. */
const RENDERER = `
let count = 0;
export const renderCasePage = async (template, { answer, origin }) => {
  if (answer.username === '____') throw new Error('broken');
  return [template, origin, count += 1, JSON.stringify(answer)].join(' ');
};
export const renderTracePage = async (template) => template;
export const caseCardSvg = ({ username, status }) =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><text>' + username + status + '</text></svg>';
`;

let status = 'unreviewed';
let handleChangedAt: string | undefined;
const change = (to: string) => {
  status = to;
  stage.listVersion += 1;
};
let fault: Error | undefined;
const asked: string[] = [];

const stage = closeAfterAll(await Stage.build());
stage.writeRendered(RENDERER, { '404.html': 'page not found' });
const reports = await stage.service([
  route(getCase, ({ params: { username } }) => {
    asked.push(username);
    if (fault) throw fault;
    if (username === 'burned') throw new ApiError('removed_by_burn', caseTexts.burned);
    if (username === '____') return new Answer(200, { username, status }) as never;
    if (!/^(elf|grinch)_/i.test(username)) throw new ApiError('not_found', caseTexts.none);
    const report = handleChangedAt && { report: { handleChangedAt } };
    return new Answer(200, {
      username: username.toLowerCase().replace('elf', 'Elf'),
      status,
      ...report,
    }) as never;
  }),
]);
const gateway = await stage.gateway({ REPORTS_URL: reports.url, PUBLIC_ORIGIN: 'https://naughty.example' });

/** How old a page may be. */
const CASE_MS = 1_000;

const get = (path: string, headers: Record<string, string> = {}) => call(gateway.url, path, { headers });

it('renders a case once for each of its versions, and is kept by search engines once it is corroborated', async () => {
  const first = await get('/case/Elf_one');
  expect(first).toMatchObject({
    status: 200,
    headers: { 'x-robots-tag': 'noindex', 'cache-control': 'no-cache' },
  });
  expect(first.text).toMatch(
    /^case https:\/\/naughty\.example \d+ \{"username":"Elf_one","status":"unreviewed"\}$/,
  );
  expect((await get('/case/Elf_one')).text).toBe(first.text);
  change('corroborated');
  await sleep(CASE_MS);
  const second = await get('/case/Elf_one');
  expect(second.text).toContain('"status":"corroborated"');
  expect(second.headers['x-robots-tag']).toBeUndefined();
  handleChangedAt = '2026-12-01T10:00:00.000Z';
  await sleep(CASE_MS);
  expect((await get('/case/Elf_one')).headers['x-robots-tag']).toBe('noindex');
  handleChangedAt = undefined;
  change('disputed');
  await sleep(CASE_MS);
  expect((await get('/case/Elf_one?utm_source=x')).headers['x-robots-tag']).toBe('noindex');
});

it.each([
  ['/case/elf_one', '/case/Elf_one'],
  ['/case/%45lf_one?x=%2F', '/case/Elf_one?x=%2F'],
  ['/case/@ELF_ONE/', '/case/Elf_one'],
  ['/case/elf_one/card.png?v=1', '/case/Elf_one/card.png?v=1'],
  ['/case/@unknown', '/case/unknown'],
])('leads %s to %s', async (path, location) => {
  expect(await get(path)).toMatchObject({ status: 302, headers: { location, 'cache-control': 'no-cache' } });
});

it('answers a name without a case, and one removed by a burn, with the same page for all of them', async () => {
  const none = await get('/case/unknown');
  expect(none).toMatchObject({ status: 404, headers: { 'x-robots-tag': 'noindex' } });
  expect(none.text).toMatch(/"none"$/);
  expect((await get('/case/other')).text).toBe(none.text);
  const burned = await get('/case/burned');
  expect(burned).toMatchObject({ status: 410, headers: { 'x-robots-tag': 'noindex' } });
  expect(burned.text).toMatch(/ "burned"$/);
  expect([(await get('/case/unknown/card.png')).status, (await get('/case/burned/card.png')).status]).toEqual(
    [404, 410],
  );
});

it.each([
  '/case/%3Cscript%3Ealert(1)%3C/script%3E',
  '/case/<script>alert(1)',
  '/case/%22onload=x',
  '/case/%00',
  '/case/%2e%2e',
  '/case/..',
  '/case/..%2f..%2fapi',
  '/case/.',
  '/case/a.b',
  '/case/%25zz',
  '/case/two%20words',
  '/case/%E2%80%AEevil',
  '/case/a_name_of_sixteen',
  `/case/${'x'.repeat(4_000)}`,
  '/case/',
  '/case',
  '/case//',
  '/case/elf_one/more',
  '/case/<b>/card.png',
])('answers %s with 404, asks no service, and repeats nothing of it', async (path) => {
  const before = asked.length;
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(answer.text === 'page not found' || answer.text.endsWith(' "none"')).toBe(true);
  expect(answer.headers.location).toBeUndefined();
  expect(asked.length).toBe(before);
});

it.each([
  '/case/Elf_one',
  '/case/elf_one',
  '/case/Elf_one/card.png',
  '/case/unknown',
  '/case/burned',
  '/case/a.b',
  '/case/',
])('answers %s once, and logs nothing', async (path) => {
  const { log } = gateway.context;
  const logged = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')];
  const heads = vi.spyOn(ServerResponse.prototype, 'writeHead');
  await get(path);
  // The next answer of the connection's server comes after everything that the first one caused.
  await get('/case/');
  expect(logged.flatMap(({ mock }) => mock.calls)).toEqual([]);
  const sent = heads.mock.contexts.filter((response) => (response as ServerResponse).req.url === path);
  expect(sent).toHaveLength(path === '/case/' ? 2 : 1);
  vi.restoreAllMocks();
});

it('draws the picture of a case, and sends it once', async () => {
  const [card, again] = await Promise.all([get('/case/Elf_two/card.png'), get('/case/Elf_two/card.png?v=7')]);
  expect(card).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'no-cache' },
  });
  expect(card.text.slice(1, 4)).toBe('PNG');
  expect(again.headers.etag).toBe(card.headers.etag);
  const known = await get('/case/Elf_two/card.png', { 'if-none-match': String(card.headers.etag) });
  expect(known).toMatchObject({ status: 304, text: '' });
  change('cleared');
  await sleep(CASE_MS);
  expect((await get('/case/Elf_two/card.png')).headers.etag).not.toBe(card.headers.etag);
});

it('refuses a network what is beyond its share of pictures, and still answers pages', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `grinch_${index}`);
  const cards = names.map((name) => get(`/case/${name}/card.png`));
  expect((await get('/case/Elf_one')).status).toBe(200);
  const statuses = (await Promise.all(cards)).map((card) => card.status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(await get('/case/grinch_0/card.png')).toMatchObject({ status: 200 });
});

it('says nothing about a case that could not be read or rendered', async () => {
  const unread = { status: 503, text: 'the case could not be read', headers: { 'retry-after': '5' } };
  expect(await get('/case/____')).toMatchObject(unread);
  // The response of a service that lacks the endpoint.
  for (fault of [new Error('broken'), new ApiError('not_found', 'Not found')]) {
    stage.listVersion += 1;
    expect(await get('/case/Elf_one')).toMatchObject(unread);
    expect((await get('/case/Elf_one/card.png')).json).toMatchObject({ code: 'service_unavailable' });
  }
  fault = undefined;
  expect((await get('/case/Elf_one')).status).toBe(200);
});

it('counts pages of cases against the budget of pages, pictures included', async () => {
  const { url } = await stage.gateway({ RATE_LIMIT_READS_PER_MINUTE: '4' });
  const paths = ['/case/one', '/case/two/card.png', '/case/three'];
  expect((await statusesOf(paths, (path) => call(url, path)))[2]).toBe(429);
});

describe('pages of traces', async () => {
  const RENDERER = `
export const renderCasePage = async (template) => template;
export const renderTracePage = async (template, { answer, origin }) =>
  [template, origin, JSON.stringify(answer)].join(' ');
`;

  let usernames: string[];
  let fault: Error | undefined;

  const stage = closeAfterAll(await Stage.build());
  stage.writeRendered(RENDERER, { '404.html': 'page not found' });
  const reports = await stage.service([
    route(getCasesNaming, async ({ params }) => {
      if (fault) throw fault;
      const cases = usernames.map((username, index) => ({
        number: index + 1,
        username,
        status: 'unreviewed' as const,
        reportedAt: '2026-11-22T03:00:00.000Z',
      }));
      return { ...params, cases, total: cases.length };
    }),
  ]);
  const gateway = await stage.gateway({ REPORTS_URL: reports.url, PUBLIC_ORIGIN: 'https://naughty.example' });
  beforeEach(() => {
    fault = undefined;
    usernames = ['elf_one'];
    stage.listVersion += 1;
  });

  const get = (path: string) => call(gateway.url, path, {});

  it('has the cases that name a trace without scripts, and never for search engines', async () => {
    const page = await get('/trace/domain/free-presents.com');
    expect(page).toMatchObject({ status: 200, headers: { 'x-robots-tag': 'noindex' } });
    expect(page.text).toMatch(/^trace https:\/\/naughty\.example .*"value":"free-presents\.com".*"elf_one"/);
  });

  it('no longer names a case that is gone', async () => {
    expect((await get('/trace/domain/gone.com')).text).toContain('elf_one');
    usernames = [];
    stage.listVersion += 1;
    const page = await get('/trace/domain/gone.com');
    expect(page).toMatchObject({ status: 404, headers: { 'x-robots-tag': 'noindex' } });
    expect(page.text).toMatch(/"none"$/);
  });

  it.each([
    ['/trace/domain/Free-Presents.com', '/trace/domain/free-presents.com'],
    ['/trace/discord/Elf%231225', '/trace/discord/elf%231225'],
  ])('leads %s to %s', async (path, location) => {
    expect(await get(path)).toMatchObject({ status: 302, headers: { location } });
  });

  it.each(['/trace/', '/trace/wallet/a', '/trace/domain', '/trace/domain/a/b'])(
    'has no page for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('is sent without its data while the service is away', async () => {
    fault = new Error('away');
    const page = await get('/trace/domain/away.com');
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(page.text).toBe('the cases could not be read');
  });
});
