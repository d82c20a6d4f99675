import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { buildServiceApp } from '@naughty-list/service-kit/http/http';
import { systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { expect, it } from 'vitest';

it('stops although a browser has preconnected', async () => {
  const log = createLog('toys', 'silent');
  const app = buildServiceApp({ log, clock: systemClock, secret: 's'.repeat(32), routes: [], checks: {} });
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const accepted = once(app.server, 'connection');
  const ahead = connect(Number(url.port), url.hostname);
  await accepted;
  const closed = once(ahead.resume(), 'close');
  await app.close();
  expect(await closed).toEqual([false]);
});

/** One request on a keep-alive connection: its status, and whether the server asks to close the connection. */
async function ask(agent: Agent, url: string): Promise<{ status: number | undefined; closes: boolean }> {
  const sent = request(url, { agent }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, closes: answer.headers.connection === 'close' };
}

it('while draining it serves, is not ready, and closes every connection with its next response', async () => {
  const log = createLog('toys', 'silent');
  const app = buildServiceApp({ log, clock: systemClock, secret: 's'.repeat(32), routes: [], checks: {} });
  const released = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    started.resolve();
    await released.promise;
    return {};
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  expect(await ask(agent, `${url}/health/ready`)).toEqual({ status: 200, closes: false });
  const slow = ask(agent, `${url}/slow`);
  await started.promise;
  app.drain();
  expect(await ask(agent, `${url}/health/ready`)).toEqual({ status: 503, closes: true });
  expect(await ask(agent, `${url}/health/live`)).toEqual({ status: 200, closes: true });
  expect((await ask(agent, `${url}/nothing`)).closes).toBe(true);
  released.resolve();
  expect(await slow).toEqual({ status: 200, closes: true });
  agent.destroy();
  await app.close();
});
