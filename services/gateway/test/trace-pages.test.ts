import { getCasesNaming } from '@naughty-list/contracts/cases-naming';
import { route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { call, Stage } from './gateway-under-test.ts';

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
