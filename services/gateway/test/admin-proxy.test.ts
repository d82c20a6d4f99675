import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import {
  deleteReport,
  deleteReports,
  editReport,
  listAdminReports,
  refreshProfileImage,
} from '@naughty-list/contracts/admin-reports';
import { getTotalVisits } from '@naughty-list/contracts/analytics';
import { listAuditLog } from '@naughty-list/contracts/audit-log';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import {
  ADMIN_HEADER,
  ADMIN_ROLE_HEADER,
  CLIENT_ID_HEADER,
  SERVICE_AUTH_HEADER,
} from '@naughty-list/service-kit/http/service-auth';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminEndpoints } from '../src/proxy/admin-endpoints.ts';
import { attempt, call, newAdmin, PASSWORD, postJson, Stage, statusesOf } from './gateway-under-test.ts';

const OPERATION = '6f2c0f2e-4a52-4d8c-9f57-30a1a3f1c0de';

/** Calls to the services: by which admin, for what, with which input. */
let asked: { admin: string; what: string; input?: unknown }[] = [];

const stage = closeAfterAll(await Stage.build());
const row = { id: 7, username: 'grinch' };
const reports = await stage.service([
  route(listAdminReports, async ({ admin, query }) => {
    asked.push({ admin, what: 'list', input: query });
    return new Answer(200, [], { 'x-total-count': '100000' });
  }),
  route(deleteReport, async ({ admin, params }) => {
    asked.push({ admin, what: 'delete', input: params });
    return new Answer(204, undefined, { 'x-operation-id': OPERATION });
  }),
  route(deleteReports, async ({ admin, body }) => {
    asked.push({ admin, what: 'bulk', input: body });
    return { operationId: OPERATION, deleted: body.ids };
  }),
  route(editReport, async ({ admin, body }) => {
    asked.push({ admin, what: 'edit', input: body });
    return JSON.parse(JSON.stringify({ ...row, ...body }));
  }),
  route(listAuditLog, async ({ admin, role, moderators, activeModerators }) => {
    asked.push({ admin, what: 'log', input: { role, moderators, active: activeModerators.sort() } });
    return [];
  }),
  route(refreshProfileImage, async ({ admin, params }) => {
    asked.push({ admin, what: 'refresh', input: params });
    return { username: 'grinch' };
  }),
]);
const analytics = await stage.service([
  route(getTotalVisits, async ({ admin }) => {
    asked.push({ admin, what: 'total' });
    return { totalVisits: 1 };
  }),
]);
const gateway = await stage.gateway({ REPORTS_URL: reports.url, ANALYTICS_URL: analytics.url });
const santa = await newAdmin(gateway, 'santa');
const rudolph = await newAdmin(gateway, 'rudolph', 'moderator');
beforeEach(() => {
  asked = [];
});

const urlOf = (path: string) => path.replace(':id', '7').replace(':operationId', OPERATION);

it('passes on what an admin asks, under the name of the admin', async () => {
  const list = await call(gateway.url, '/api/admin/reports?limit=5&q=grinch&state=removed', {
    headers: santa,
  });
  expect([list.status, list.text]).toEqual([200, '[]']);
  expect(list.headers).toMatchObject({ 'x-total-count': '100000', 'cache-control': 'no-store' });
  const gone = await call(gateway.url, '/api/admin/reports/7', { method: 'DELETE', headers: santa });
  expect([gone.status, gone.text, gone.headers['x-operation-id']]).toEqual([204, '', OPERATION]);
  const bulk = await postJson(gateway.url, '/api/admin/reports/bulk-delete', { ids: [1, 2] }, santa);
  expect(bulk.json).toEqual({ operationId: OPERATION, deleted: [1, 2] });
  const edited = await call(gateway.url, '/api/admin/reports/7', {
    method: 'PATCH',
    body: JSON.stringify({ description: 'Stole the presents of a town' }),
    headers: { ...santa, 'content-type': 'application/json' },
  });
  expect([edited.status, edited.json.description]).toEqual([200, 'Stole the presents of a town']);
  const total = await call(gateway.url, '/api/admin/analytics/total', { headers: santa });
  expect(total.json).toEqual({ totalVisits: 1 });
  expect(asked).toEqual([
    {
      admin: 'santa',
      what: 'list',
      input: expect.objectContaining({ limit: 5, q: 'grinch', state: 'removed' }),
    },
    { admin: 'santa', what: 'delete', input: { id: 7 } },
    { admin: 'santa', what: 'bulk', input: { ids: [1, 2] } },
    { admin: 'santa', what: 'edit', input: { description: 'Stole the presents of a town' } },
    { admin: 'santa', what: 'total' },
  ]);
});

it('passes on a call without a body that has the content type JSON', async () => {
  const headers = { ...santa, 'content-type': 'application/json' };
  const refreshed = await call(gateway.url, '/api/admin/reports/7/refresh-pfp', { method: 'POST', headers });
  expect([refreshed.status, refreshed.json]).toEqual([200, { username: 'grinch' }]);
  expect((await call(gateway.url, '/api/admin/reports/7', { method: 'DELETE', headers })).status).toBe(204);
});

const strangers: [string, Record<string, string>][] = [
  ['nobody', {}],
  ['a client that names an admin', { [ADMIN_HEADER]: 'santa', [CLIENT_ID_HEADER]: 'gateway' }],
  [
    'a client with a forged signature',
    { [ADMIN_HEADER]: 'santa', [SERVICE_AUTH_HEADER]: `gateway.${Date.now()}.${'A'.repeat(43)}` },
  ],
  [
    'a client with an invented session',
    { cookie: `admin=${'A'.repeat(32)}.${'B'.repeat(43)}; __Host-admin=x` },
  ],
];
const calls = adminEndpoints.map(({ endpoint: { method, path } }) => `${method} ${path}`);

it.each(strangers)('refuses %s on every endpoint, and asks no service', async (_who, headers) => {
  for (const each of calls) {
    const [method = '', path = ''] = each.split(' ');
    const answer = await call(gateway.url, urlOf(path), { method, headers });
    expect([each, answer.status, answer.json]).toEqual([
      each,
      401,
      { message: 'Unauthorized', code: 'unauthorized' },
    ]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  }
  expect(asked).toEqual([]);
});

it('refuses a moderator where only admins may call, and asks no service', async () => {
  for (const { endpoint } of adminEndpoints.filter((each) => each.endpoint.access === 'admin')) {
    const { method, path } = endpoint;
    const answer = await call(gateway.url, urlOf(path), { method, headers: rudolph });
    expect([path, answer.status, answer.json.code]).toEqual([path, 403, 'forbidden_role']);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  }
  expect(asked).toEqual([]);
});

it('passes on the role of the session, and who may review: how many, and those who logged in within 30 days', async () => {
  for (const [name, days] of Object.entries({ elf: 29, cupid: 31, dasher: null })) {
    await newAdmin(gateway, name);
    const last_login_at = days && new Date(Date.now() - days * 86_400_000);
    await gateway.context.db('admin_users').where({ username: name }).update({ last_login_at });
  }
  const who = { moderators: 5, active: ['elf', 'rudolph', 'santa'] };
  for (const headers of [santa, { ...rudolph, [ADMIN_ROLE_HEADER]: 'admin' }])
    expect((await call(gateway.url, listAuditLog.path, { headers })).status).toBe(200);
  expect(asked).toEqual([
    { admin: 'santa', what: 'log', input: { role: 'admin', ...who } },
    { admin: 'rudolph', what: 'log', input: { role: 'moderator', ...who } },
  ]);
});

it('refuses anonymous HEAD requests', async () => {
  const answer = await call(gateway.url, '/api/admin/reports', { method: 'HEAD' });
  expect([answer.status, answer.headers['x-total-count']]).toEqual([401, undefined]);
  expect(asked).toEqual([]);
});

it('takes the admin name from the session, not from the request', async () => {
  const forged = { ...santa, [ADMIN_HEADER]: 'grinch', [SERVICE_AUTH_HEADER]: 'gateway.1.x' };
  await call(gateway.url, '/api/admin/analytics/total', { headers: forged });
  expect(asked).toEqual([{ admin: 'santa', what: 'total' }]);
});

it('answers 503 while the service is down, and 404 for what is no endpoint', async () => {
  const alone = await stage.gateway();
  const down = await call(alone.url, listAuditLog.path, { headers: santa });
  expect([down.status, down.json.code, down.headers['retry-after']]).toEqual([
    503,
    'service_unavailable',
    '5',
  ]);
  expect((await call(alone.url, '/api/admin/nothing', { headers: santa })).status).toBe(404);
  expect((await call(alone.url, '/api/admin/status', { headers: santa })).json.authenticated).toBe(true);
});

it('limits the calls of each admin separately', async () => {
  const narrow = await stage.gateway({ RATE_LIMIT_READS_PER_MINUTE: '2' });
  for (let n = 0; n < 3; n += 1) await call(narrow.url, '/api/hit-counter');
  const read = () => call(narrow.url, '/api/admin/reports', { headers: santa });
  expect(await statusesOf([1, 2, 3], read)).toEqual([503, 503, 429]);
});

it('counts the calls of an admin apart from anonymous ones of the same address', async () => {
  const narrow = await stage.gateway({ RATE_LIMIT_READS_PER_MINUTE: '2' });
  const asked = async (headers: Record<string, string>) =>
    (await call(narrow.url, '/api/admin/status', { headers })).status;
  for (const status of [200, 200, 429]) expect(await asked({})).toBe(status);
  expect(await asked({ cookie: 'session=made-up' })).toBe(429);
  for (const status of [200, 200, 429]) expect(await asked(santa)).toBe(status);
});

describe('without a database', async () => {
  const stage = closeAfterAll(await Stage.build());

  /** A proxy to the database that can be cut and reopened. */
  async function openWay(): Promise<{ url: string; cut(): Promise<void>; open(): Promise<void> }> {
    const database = new URL(stage.database.url);
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const behind = connect(Number(database.port), database.hostname);
      client.pipe(behind).pipe(client);
      for (const socket of [client, behind]) {
        sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
      }
    });
    const open = async (port = 0) => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    };
    await open();
    const { port } = server.address() as AddressInfo;
    const cut = async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    };
    stage.onStop(async () => {
      if (server.listening) await cut();
    });
    const url = new URL(database);
    url.host = `127.0.0.1:${port}`;
    return { url: url.href, cut, open: () => open(port) };
  }

  it('refuses admins while the database is unavailable, and recognises them afterwards', async () => {
    const way = await openWay();
    const gateway = await stage.gateway({ DATABASE_URL: way.url });
    const santa = await newAdmin(gateway, 'santa');
    await way.cut();
    const away = {
      status: 503,
      json: {
        message: 'The admin panel is not available right now. Please try again.',
        code: 'service_unavailable',
        retryAfter: 5,
      },
    };
    for (const path of ['/api/admin/status', '/api/admin/reports', '/admin/queues']) {
      const answer = await call(gateway.url, path, { headers: santa });
      expect([path, answer]).toEqual([path, expect.objectContaining(away)]);
    }
    const { headers } = await call(gateway.url, '/api/admin/status', { headers: santa });
    expect(headers['retry-after']).toBe('5');
    expect(await attempt(gateway.url, 'santa', PASSWORD)).toMatchObject(away);
    // Visitors are not affected.
    expect((await call(gateway.url, '/')).status).toBe(200);
    await way.open();
    expect((await call(gateway.url, '/api/admin/status', { headers: santa })).json.authenticated).toBe(true);
  });
});
