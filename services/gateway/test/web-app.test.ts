import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  CASE_ROUTE,
  clientRoutes,
  RECEIPT_ROUTE,
  TRACE_ROUTE,
} from '@naughty-list/gateway/web/client-routes';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { call, Stage } from './gateway-under-test.ts';

const html = '<!doctype html><title>The Naughty List</title>';

const stage = closeAfterAll(await Stage.build());
const gateway = await stage.gateway();

it.each([...clientRoutes, '/?search=grinch', '/?x=/api/', '/#naughty-list'])(
  'answers %s with the app',
  async (path) => {
    const answer = await call(gateway.url, path);
    expect(answer).toMatchObject({ status: 200, text: html });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
  },
);

it('asks search engines to leave the admin panel, appeals and reporters’ pages alone, and no other page', async () => {
  for (const path of clientRoutes) {
    const { headers } = await call(gateway.url, path);
    expect([path, headers['x-robots-tag']]).toEqual([
      path,
      /^\/(admin|appeal|my-report)/.test(path) ? 'noindex, nofollow' : undefined,
    ]);
  }
});

it('knows the pages that the web app knows', () => {
  const [tree, dashboard] = ['routeTree.gen.ts', 'features/admin/dashboard.tsx'].map((file) =>
    readFileSync(join(import.meta.dirname, '../../../apps/web/src', file), 'utf8'),
  );
  const [, union = ''] = /fullPaths:([^}]*?)fileRoutesByTo/.exec(tree ?? '') ?? [];
  const pages = [...union.matchAll(/'([^']+)'/g)].map(([, path]) => path);
  // One route has all tabs of the panel.
  const tabs = [...(dashboard ?? '').matchAll(/'(\/admin[^']*)'/g)].map(([, path]) => path);
  expect([...clientRoutes, '/admin/$', CASE_ROUTE, RECEIPT_ROUTE, TRACE_ROUTE].sort()).toEqual(
    [...pages, ...new Set(tabs)].sort(),
  );
});

it('answers HEAD like GET, without the body', async () => {
  for (const [path, type] of [
    ['/', 'text/html; charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml'],
  ] as const) {
    const answer = await call(gateway.url, path, { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-length': expect.stringMatching(/^\d\d+$/),
    });
  }
});

it.each(['/no-such-page', '/no/such/page/', '/index.html/', '/assetsx', '/apis', '/nothing/..%2fnothing'])(
  'answers %s with the app, for Page Not Found',
  async (path) => {
    const answer = await call(gateway.url, path);
    expect(answer).toMatchObject({ status: 404, text: html });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  },
);

it.each(['/api/unknown', '/api', '/assets/gone-12345678.js', '/health/unknown', '/internal/looks'])(
  'answers %s with a JSON 404',
  async (path) => {
    const answer = await call(gateway.url, path);
    expect(answer).toMatchObject({ status: 404, json: { message: 'Not found', code: 'not_found' } });
  },
);

it('answers a form that is sent to a page with a JSON 404', async () => {
  const answer = await call(gateway.url, '/', { method: 'POST' });
  expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } });
});

it('lets hashed assets be kept for ever, and nothing else', async () => {
  const asset = await call(gateway.url, '/assets/index-B4k1fG_2.js');
  expect(asset).toMatchObject({ status: 200, text: 'console.log("ho ho ho");' });
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const icon = await call(gateway.url, '/favicon.svg');
  expect(icon.headers['cache-control']).toBe('no-cache');
  const { etag } = icon.headers;
  const again = await call(gateway.url, '/favicon.svg', { headers: { 'if-none-match': String(etag) } });
  expect(again).toMatchObject({ status: 304, text: '' });
});

it('always sends the whole page, so that a load is a load', async () => {
  const headers = { 'if-modified-since': new Date().toUTCString(), 'if-none-match': '*' };
  expect(await call(gateway.url, '/', { headers })).toMatchObject({ status: 200, text: html });
});

it.each([
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/../../etc/passwd',
  '/assets/..%2f..%2f..%2fetc%2fpasswd',
  '/assets/%2e%2e%2f%2e%2e%2fetc/passwd',
  '/..%5c..%5cetc%5cpasswd',
  '/assets\\..\\..\\etc\\passwd',
  '/%00',
  '/index.html%00.js',
  '/.hidden/secret.txt',
  '/assets/.%2e/.hidden/secret.txt',
  '//etc/passwd',
  '/%2fetc/passwd',
  '/../web-root-secret.txt',
])('serves nothing from elsewhere for %s', async (path) => {
  const answer = await call(gateway.url, path);
  expect([400, 404]).toContain(answer.status);
  expect(
    answer.text === html || answer.json.code === 'not_found' || answer.json.code === 'invalid_input',
  ).toBe(true);
});

it('answers an address that cannot be decoded with 400', async () => {
  expect(await call(gateway.url, '/%zz')).toMatchObject({
    status: 400,
    json: { code: 'invalid_input', message: 'This URL cannot be decoded. Please check how it is spelled.' },
  });
});

it('starts without a web app, and refuses to start on a folder that has none', async () => {
  const apiOnly = await stage.gateway({ WEB_ROOT: '' });
  expect(await call(apiOnly.url, '/')).toMatchObject({ status: 404, json: { code: 'not_found' } });
  rmSync(`${stage.webRoot}/.hidden`, { recursive: true });
  await expect(stage.gateway({ WEB_ROOT: `${stage.webRoot}/assets` })).rejects.toThrow(
    'Configuration: WEB_ROOT has no index.html; is the web app built?',
  );
});
