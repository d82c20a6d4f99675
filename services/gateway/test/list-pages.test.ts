import { lookUp } from '@naughty-list/contracts/look-up';
import { listNiceReports } from '@naughty-list/contracts/nice-reports';
import { listReports, searchReports } from '@naughty-list/contracts/reports';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { call, Stage } from './gateway-under-test.ts';

/** Returns its input, so that tests can check it. */
const RENDERER = `
let count = 0;
export const renderListPage = async (template, { renderedAt, origin, ...listed }) => {
  const { user } = process.threadCpuUsage();
  while (listed.found?.term.startsWith('long ') && process.threadCpuUsage().user < user + 50_000);
  return template + ' ' + origin + ' ' + (count += 1) + ' ' + JSON.stringify(listed);
};
export const renderCasePage = async (template) => template;
export const renderTracePage = async (template) => template;
`;

let isBroken = false;
const asked: string[] = [];

const listOf = (endpoint: typeof listReports | typeof listNiceReports) =>
  route(endpoint, async ({ raw }) => {
    asked.push(raw.url);
    if (isBroken) throw new Error('broken');
    return new Answer(200, [`entry ${stage.listVersion}`], {
      'x-total-count': String(stage.listVersion),
    }) as never;
  });

const stage = closeAfterAll(await Stage.build());
stage.writeRendered(RENDERER, {
  'nice-list.html': 'nice list, prerendered',
  '.server/index.html': 'home of %PUBLIC_ORIGIN%',
});
const reports = await stage.service([
  listOf(listReports),
  listOf(listNiceReports),
  route(lookUp, ({ query }) => new Answer(200, { asked: query.q }) as never),
  route(searchReports, ({ query }) => {
    if (query.q === 'broken') throw new Error('broken');
    return new Answer(200, Buffer.from(JSON.stringify([query.q])), {
      'content-type': 'application/json',
    }) as never;
  }),
]);
const gateway = await stage.gateway({ REPORTS_URL: reports.url, PUBLIC_ORIGIN: 'https://naughty.example' });

const text = async (path: string) => (await call(gateway.url, path)).text;

it('renders a list once for each of its versions', async () => {
  const first = await text('/');
  expect(first).toMatch(/^home of (https:\/\/naughty\.example) \1 \d+ /);
  expect(first).toContain('{"url":"/","newest":["entry 1"],"total":1}');
  expect(await text('/')).toBe(first);
  expect(await text('/?utm_source=x')).toBe(first);
  expect(await text('/nice-list')).toContain('{"url":"/nice-list","newest":["entry 1"],"total":1}');
  expect(asked).toEqual(
    expect.arrayContaining(['/api/scammer-reports?limit=5&offset=0', '/api/nice-reports?limit=20&offset=0']),
  );
  stage.listVersion = 2;
  await expect.poll(() => text('/')).toContain('"newest":["entry 2"],"total":2');
});

it('renders what a search found, for the address that was opened', async () => {
  expect(await text('/?search=%40two+words')).toContain(
    '{"url":"/?search=%40two+words","newest":["entry 2"],"total":2,"found":{"term":"@two words","items":["@two words"],"lookUp":{"asked":"@two words"}}}',
  );
  expect(await text('/?search=')).not.toContain('found');
  expect(await text('/?view=report&search=elf')).not.toContain('found');
  expect(await text(`/?search=${'x'.repeat(501)}`)).not.toContain('found');
});

it('answers a page without its list while that cannot be read', async () => {
  expect(await text('/?search=broken')).toContain('<title>The Naughty List</title>');
  isBroken = true;
  stage.listVersion = 3;
  await expect.poll(() => text('/nice-list')).toBe('nice list, prerendered');
  await expect.poll(() => text('/')).toContain('<title>The Naughty List</title>');
  isBroken = false;
  await expect.poll(() => text('/')).toContain('entry 3');
});

it('renders a fifth of the time in a flood of searches, and leaves the rest to the browser', async () => {
  const started = performance.now();
  const flood = await Promise.all(Array.from({ length: 60 }, (_, n) => text(`/?search=long+${n}`)));
  const rendered = flood.filter((page) => page.includes('"found"'));
  // 300 ms at once, and the last one beyond; 50 ms each.
  expect(rendered.length).toBeLessThan((300 + (performance.now() - started) / 5) / 50 + 2);
  for (const page of flood)
    if (!rendered.includes(page)) expect(page).toContain('<title>The Naughty List</title>');
  await expect.poll(() => text('/?search=after+all')).toContain('"found"');
});

it('never answers with the renderer or a template', async () => {
  for (const path of ['/.server/render.js', '/.server/index.html', '/%2eserver/render.js']) {
    expect((await call(gateway.url, path)).status).toBe(404);
  }
});
