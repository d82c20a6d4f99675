import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCasesNaming } from '@naughty-list/contracts/cases-naming';
import { route } from '@naughty-list/service-kit/http/route';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, type Gateway, Stage } from './gateway-under-test.ts';

const RENDERER = `
export const renderCasePage = async (template) => template;
export const renderTracePage = async (template, { answer, origin }) =>
  [template, origin, JSON.stringify(answer)].join(' ');
`;

let stage: Stage;
let gateway: Gateway;
let usernames: string[];
let fault: Error | undefined;

beforeAll(async () => {
  stage = await Stage.build();
  mkdirSync(join(stage.webRoot, '.server'));
  const files = {
    '404.html': 'page not found',
    'case.html': 'the case could not be read',
    'trace.html': 'the cases could not be read',
    '.server/render.js': RENDERER,
    '.server/index.html': 'home',
    '.server/nice-list.html': 'nice list',
    '.server/case.html': 'case',
    '.server/trace.html': 'trace',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(stage.webRoot, name), text);
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
  gateway = await stage.gateway({ REPORTS_URL: reports.url, PUBLIC_ORIGIN: 'https://naughty.example' });
});
afterAll(() => stage.clear());
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
