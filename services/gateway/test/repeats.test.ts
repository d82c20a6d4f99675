import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { call, postJson, Stage } from './gateway-under-test.ts';

const stage = closeAfterAll(await Stage.build());

const ANSWER =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 14\r\nconnection: close\r\n\r\n{"hitCount":1}';

/** A service that drops its first connection after a request arrives, and answers on all others. */
async function stumblingService(): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      requests += 1;
      if (requests === 1) socket.resetAndDestroy();
      else socket.end(ANSWER);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stage.onStop(async () => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

it('repeats a read when its connection is interrupted', async () => {
  const service = await stumblingService();
  const { url } = await stage.gateway({ ANALYTICS_URL: service.url });
  expect((await call(url, '/api/hit-counter')).json).toEqual({ hitCount: 1 });
  expect(service.requests()).toBe(2);
});

it('sends a write once: it may have been carried out', async () => {
  const service = await stumblingService();
  const { url } = await stage.gateway({ REPORTS_URL: service.url });
  const report = {
    twitterUrl: 'https://x.com/rugger/status/1',
    username: 'rugger',
    description: 'Took a sleigh.',
  };
  expect((await postJson(url, '/api/scammer-reports', report)).status).toBe(503);
  expect(service.requests()).toBe(1);
});
