import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { call, type Gateway, postJson, Stage } from './gateway-under-test.ts';

// A service whose process is suspended: it accepts connections and never answers.

let gateway: Gateway;
let server: Server;
const service = { hangs: false, list: 0, search: 0, posts: 0 };

const stage = closeAfterAll(await Stage.build());
beforeAll(async () => {
  const answer = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  server = createServer((request, response) => {
    const counted =
      request.method === 'POST' ? 'posts' : request.url?.includes('/search') ? 'search' : 'list';
    if (!request.url?.startsWith('/health')) service[counted] += 1;
    if (service.hangs) return;
    answer(response, request.method === 'POST' ? 201 : 200, [], { etag: 'W/"1"' });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  gateway = await stage.gateway(
    { REPORTS_URL: `http://127.0.0.1:${port}`, RATE_LIMIT_WRITES_PER_MINUTE: '1000' },
    { constants: { upstreamCallTimeoutMs: 2_000 } },
  );
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

const list = () => call(gateway.url, '/api/scammer-reports');
let searches = 0;
/** Another search each time, which no cache has. */
const search = () => {
  searches += 1;
  return call(gateway.url, `/api/scammer-reports/search?q=grinch${searches}`);
};
const report = () => postJson(gateway.url, '/api/scammer-reports', {});

it('is skipped after three calls without a response; lists come from the cache, marked; writes are not sent', async () => {
  expect(await list()).toMatchObject({ status: 200, json: [] });
  expect((await report()).status).toBe(201);
  service.hangs = true;

  const stale = await list();
  expect([stale.status, stale.headers.warning]).toEqual([200, '110 - "Response is Stale"']);
  for (let n = 0; n < 3; n += 1) expect((await search()).status).toBe(503);
  const before = { ...service };
  for (let n = 0; n < 5; n += 1) {
    expect(await search()).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
    expect((await report()).status).toBe(503);
    expect((await list()).headers.warning).toBe('110 - "Response is Stale"');
  }
  expect(service).toEqual(before);

  service.hangs = false;
  await expect.poll(async () => (await search()).status).toBe(200);
  expect((await report()).status).toBe(201);
  const fresh = await list();
  expect([fresh.status, fresh.headers.warning]).toEqual([200, undefined]);
});

it('is called again once it answers, also where the clock was set back by an hour meanwhile', async () => {
  service.hangs = true;
  for (let n = 0; n < 3; n += 1) expect((await search()).status).toBe(503);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  service.hangs = false;
  await expect.poll(async () => (await search()).status).toBe(200);
});
