import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { contractEndpoints } from '@naughty-list/contracts/test/contract-endpoints';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { buildOpenApi } from '../src/docs/add-docs.ts';
import { documentedEndpoints } from '../src/docs/documented-endpoints.ts';
import { call, newAdmin, Stage } from './gateway-under-test.ts';

const stage = closeAfterAll(await Stage.build());
const gateway = await stage.gateway();

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

it('documents every endpoint of the contracts that can be called from outside, once', async () => {
  const outside = [...(await contractEndpoints()).values()].filter(({ access }) => access !== 'service');
  expect(outside.length).toBeGreaterThan(30);
  expect(documentedEndpoints.map(({ endpoint }) => nameOf(endpoint)).sort()).toEqual(
    outside.map(nameOf).sort(),
  );
});

it('passes nothing that is for services alone', async () => {
  for (const { method, path, access } of (await contractEndpoints()).values()) {
    if (access !== 'service') continue;
    expect([path, (await call(gateway.url, path, { method })).status]).toEqual([path, 404]);
  }
});

type Operation = {
  operationId: string;
  security?: unknown;
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
};

const operations = (document: { paths: object }): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation as Operation,
    ]),
  );

it('serves the document', async () => {
  const answer = await call(gateway.url, '/api/docs/json');
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const document = answer.json as ReturnType<typeof buildOpenApi>;
  expect(document).toEqual(
    JSON.parse(JSON.stringify(buildOpenApi({ version: document.info.version, cookieName: 'admin' }))),
  );
  expect(document.openapi).toBe('3.1.1');
  const all = operations(document);
  expect(all).toHaveLength(documentedEndpoints.length);
  expect(new Set(all.map(([, { operationId }]) => operationId)).size).toBe(all.length);
});

it('documents responses, refusals and required role of each operation', () => {
  const byName = new Map(operations(buildOpenApi({ version: '1', cookieName: 'admin' })));
  for (const { endpoint } of documentedEndpoints) {
    const name = nameOf(endpoint)
      .replaceAll(/:(\w+)/g, '{$1}')
      .replace('*', '{*}');
    const { security, responses } = byName.get(name) as Operation;
    expect([name, security]).toEqual([
      name,
      /^(admin|moderator)$/.test(endpoint.access) ? [{ adminSession: [endpoint.access] }] : undefined,
    ]);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(Object.keys(endpoint.answers)));
    expect(responses).toMatchObject({ 429: {}, 500: {}, 503: {} });
  }
  expect(byName.get('PATCH /api/admin/reports/{id}')).toMatchObject({
    operationId: 'patchAdminReportsById',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
    responses: { 400: {}, 401: {}, 403: {}, 404: {}, 413: {}, 415: {} },
  });
  expect(byName.get('GET /api/scammer-reports')).toMatchObject({
    responses: { 200: { headers: { 'x-total-count': {}, etag: {} } }, 304: {} },
  });
  expect(byName.get('DELETE /api/admin/reports/{id}')).toMatchObject({
    responses: { 204: { headers: { 'x-operation-id': {} } } },
  });
});

it('is the same bytes for all who ask, compressed too', async () => {
  const headers = { 'accept-encoding': 'br' };
  const texts = new Set<string>();
  for (let asked = 0; asked < 20; asked += 1) {
    const answer = await call(gateway.url, `/api/docs/json?n=${asked}`, { headers });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'max-age=600' });
    texts.add(answer.text);
  }
  expect(texts.size).toBe(1);
});

it('serves the same document as YAML', async () => {
  const answer = await call(gateway.url, '/api/docs/yaml');
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/x-yaml']);
  expect(answer.text).toMatch(/^openapi: 3\.1\.1$/m);
});

const consolePages = [
  '/api/docs',
  '/api/docs/',
  '/api/docs/static/index.html',
  '/api/docs/static/swagger-ui-bundle.js',
  '/api/docs/static/swagger-initializer.js',
  '/api/docs/none',
];

it('sends everyone but admins from the console to the page for developers', async () => {
  const stranger = { cookie: `admin=${'A'.repeat(32)}.${'B'.repeat(43)}` };
  const moderator = await newAdmin(gateway, 'elf', 'moderator');
  for (const path of consolePages) {
    for (const headers of [
      {},
      moderator,
      { accept: 'text/html' },
      stranger,
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await call(gateway.url, path, { headers });
      expect([path, answer.status, answer.headers.location]).toEqual([path, 303, '/developers']);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    }
  }
  const full = await call(gateway.url, `http://naughty.example/api/docs`);
  expect(full.status).toBe(404);
});

it('serves admins a console, all of it from here', async () => {
  const admin = await newAdmin(gateway, 'santa');
  const page = await call(gateway.url, '/api/docs', { headers: admin });
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    expect(file).toMatch(/^\/api\/docs\/static\//);
    expect([file, (await call(gateway.url, file, { headers: admin })).status]).toEqual([file, 200]);
  }
  expect(page.text).not.toMatch(/<script>|<style|onload=/);
});
