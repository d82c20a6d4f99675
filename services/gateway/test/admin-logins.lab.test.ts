import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { attempt, cookiesOf, makeAdmin, PASSWORD } from './admin-under-test.ts';
import { type Answer, type Gateway, Stage } from './gateway-under-test.ts';

let gateway: Gateway;

const stage = closeAfterAll(await Stage.build());
beforeEach(async () => {
  await gateway?.stop();
  gateway = await stage.gateway();
  await gateway.context.db('kept_rate_limits').delete();
  await makeAdmin(gateway, 'santa');
  await makeAdmin(gateway, 'elf');
});

const fromAddress = (from: string, username: string, password: string, cookie = ''): Promise<Answer> =>
  attempt(gateway.url, username, password, cookie ? { cookie } : {}, from);

/** A burst without sockets: only attempts that reach the hash count. */
async function burst(guesses: number, clients: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: guesses }, async (_, n) => {
      const { statusCode } = await gateway.app.inject({
        method: 'POST',
        url: '/api/admin/login',
        remoteAddress: `10.1.${(n % clients) >> 8}.${(n % clients) & 255}`,
        payload: { username: n % 3 ? 'santa' : `name${n}`, password: `guess number ${n}` },
      });
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }),
  );
  return statuses;
}

it('checks at most ten of 10,000 wrong logins of one client, without blocking others', async () => {
  const { 401: wrong = 0, 503: unavailable = 0, ...refused } = await burst(10_000, 1);
  // A guess gets 503 if the database has no free connection in time, as on a busy machine.
  expect(wrong + unavailable).toBeLessThanOrEqual(10);
  expect(refused).toEqual({ 429: 10_000 - wrong - unavailable });
  expect((await fromAddress('127.0.0.3', 'santa', PASSWORD)).status).toBe(200);
});

it('lets an admin with a known device in during 10,000 wrong logins of 2,000 clients', async () => {
  const device = cookiesOf((await fromAddress('127.0.0.2', 'santa', PASSWORD)).headers);
  const crowd = burst(10_000, 2_000);
  expect((await fromAddress('127.0.0.2', 'santa', PASSWORD, device)).status).toBe(200);
  const { 401: wrong = 0, 429: refused = 0, 503: unavailable = 0, ...others } = await crowd;
  expect(others).toEqual({});
  expect(refused).toBeGreaterThan(wrong + unavailable);
  expect((await fromAddress('127.0.0.4', 'elf', PASSWORD)).status).toBe(200);
});
