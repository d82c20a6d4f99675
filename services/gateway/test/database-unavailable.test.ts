import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { attempt, loggedIn, makeAdmin, PASSWORD } from './admin-under-test.ts';
import { call, Stage } from './gateway-under-test.ts';

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
  await makeAdmin(gateway, 'santa');
  const santa = await loggedIn(gateway.url, 'santa');
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
