import { once } from 'node:events';
import { connect } from 'node:net';
import { systemClock } from '@naughty-list/service-kit/clock';
import { buildServiceApp } from '@naughty-list/service-kit/http';
import { createLog } from '@naughty-list/service-kit/log';
import { expect, it } from 'vitest';

it('stops although a browser has opened a connection ahead of time', async () => {
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
