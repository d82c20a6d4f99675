import { adminSessionTexts } from '@naughty-list/contracts/admin-session';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import {
  type Answer,
  attempt,
  cookiesOf,
  type Gateway,
  makeAdmin,
  PASSWORD,
  Stage,
} from './gateway-under-test.ts';

const MINUTE_MS = 60_000;

let gateway: Gateway;
let aheadMs = 0;

const stage = closeAfterAll(await Stage.build());
beforeEach(async () => {
  aheadMs = 0;
  const startedAt = Date.now();
  const clock = { now: () => new Date(startedAt + aheadMs) };
  await gateway?.stop();
  gateway = await stage.gateway({}, { clock });
  await gateway.context.db('kept_rate_limits').delete();
  await makeAdmin(gateway, 'santa');
  await makeAdmin(gateway, 'elf');
});

const fromAddress = (from: string, username: string, password: string, cookie = ''): Promise<Answer> =>
  attempt(gateway.url, username, password, cookie ? { cookie } : {}, from);

/** An attempt without a socket, from any address. */
const logInFrom = async (remoteAddress: string, password = 'a guess', username = 'santa') => {
  const payload = { username, password };
  return (await gateway.app.inject({ method: 'POST', url: '/api/admin/login', remoteAddress, payload }))
    .statusCode;
};

/** Makes this many concurrent guesses, of which only those that reach the hash count. */
async function burst(guesses: number, clients: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: guesses }, async (_, n) => {
      const status = await logInFrom(
        `10.1.${(n % clients) >> 8}.${(n % clients) & 255}`,
        `guess number ${n}`,
        n % 3 ? 'santa' : `name${n}`,
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  return statuses;
}

/** Makes this many sequential attempts; returns the count of each status. */
async function guess(
  from: string,
  username: string,
  times: number,
  cookie = '',
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (let n = 0; n < times; n += 1) {
    const { status } = await fromAddress(from, username, `guess number ${n}`, cookie);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

it('lets a client guess ten times in 15 minutes, whomever it names', async () => {
  expect(await guess('127.0.0.2', 'santa', 6)).toEqual({ 401: 6 });
  expect(await guess('127.0.0.2', 'nobody', 6)).toEqual({ 401: 4, 429: 2 });
  const refused = await fromAddress('127.0.0.2', 'elf', PASSWORD);
  expect([refused.status, refused.json]).toEqual([
    429,
    { message: adminSessionTexts.tooManyLogins, code: 'too_many_requests', retryAfter: expect.any(Number) },
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  aheadMs = 15 * MINUTE_MS;
  expect((await fromAddress('127.0.0.2', 'elf', PASSWORD)).status).toBe(200);
});

it('lets a client guess at one name ten times in an hour', async () => {
  expect(await guess('127.0.0.2', 'santa', 11)).toEqual({ 401: 10, 429: 1 });
  aheadMs = 16 * MINUTE_MS;
  expect(await guess('127.0.0.2', 'SANTA', 1)).toEqual({ 429: 1 });
  expect((await fromAddress('127.0.0.2', 'elf', PASSWORD)).status).toBe(200);
  aheadMs = 61 * MINUTE_MS;
  expect((await fromAddress('127.0.0.2', 'santa', PASSWORD)).status).toBe(200);
});

it('lets an IPv6 network guess as often as two or four clients, whichever of its addresses it uses', async () => {
  const guessed = async (addresses: string[]) => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await logInFrom(address));
    return statuses;
  };
  const clients = (subnet: number, count: number) =>
    Array.from({ length: count }, (_, n) => `2001:db8:1:${(256 * subnet + n).toString(16)}::1`);
  expect(await guessed(clients(1, 22))).toEqual([...Array(20).fill(401), 429, 429]);
  expect(await guessed(clients(2, 22))).toEqual([...Array(20).fill(401), 429, 429]);
  expect(await guessed(clients(3, 2))).toEqual([429, 429]);
  expect(await logInFrom('2001:db8:2::1', PASSWORD)).toBe(200);
});

it('counts wrong passwords only', async () => {
  for (let n = 0; n < 15; n += 1)
    expect((await fromAddress('127.0.0.2', 'santa', PASSWORD)).status).toBe(200);
  expect(await guess('127.0.0.2', 'santa', 11)).toEqual({ 401: 10, 429: 1 });
});

it('does not lock out an admin elsewhere, nor one behind the same address who was there before', async () => {
  const before = await fromAddress('127.0.0.2', 'santa', PASSWORD);
  const device = cookiesOf(before.headers);
  expect(await guess('127.0.0.2', 'santa', 12)).toEqual({ 401: 10, 429: 2 });
  expect((await fromAddress('127.0.0.2', 'santa', PASSWORD)).status).toBe(429);
  expect((await fromAddress('127.0.0.3', 'santa', PASSWORD)).status).toBe(200);
  const known = await fromAddress('127.0.0.2', 'santa', PASSWORD, device);
  expect(known.status).toBe(200);
  // The device keeps its id, and its guesses are counted too.
  const idOf = (cookies: string) => /admin-device=([\w-]+)/.exec(cookies)?.[1];
  expect(idOf(cookiesOf(known.headers))).toBe(idOf(device));
  expect(await guess('127.0.0.2', 'santa', 12, device)).toEqual({ 401: 10, 429: 2 });
  expect((await fromAddress('127.0.0.2', 'santa', PASSWORD, device)).status).toBe(429);
});

it('knows a device for the admin that logged in from it only, and by its signature', async () => {
  const device = cookiesOf((await fromAddress('127.0.0.2', 'elf', PASSWORD)).headers);
  expect(await guess('127.0.0.2', 'santa', 10)).toEqual({ 401: 10 });
  expect(await guess('127.0.0.2', 'santa', 1, device)).toEqual({ 429: 1 });
  const forged = device.replace(
    /admin-device=(.)/,
    (_, first) => `admin-device=${first === '_' ? '-' : '_'}`,
  );
  expect(await guess('127.0.0.2', 'elf', 1, forged)).toEqual({ 429: 1 });
  expect((await fromAddress('127.0.0.2', 'elf', PASSWORD, device)).status).toBe(200);
});

it('lets every honest admin in on a new device while a network guesses', async () => {
  const honest = Array.from({ length: 12 }, (_, n) => `198.51.${n}.7`);
  let isOver = false;
  const guessing = Array.from({ length: 40 }, async (_, n) => {
    for (let at = 0; !isOver; at += 1) await logInFrom(`203.0.113.${(40 * at + n) % 256}`);
  });
  const statuses = await Promise.all(honest.map((address) => logInFrom(address, PASSWORD)));
  isOver = true;
  await Promise.all(guessing);
  expect(statuses).toEqual(honest.map(() => 200));
});

it('keeps count of wrong logins through 102,000 reads of an IPv6 network, and a restart', async () => {
  for (let n = 0; n < 10; n += 1) expect(await logInFrom('203.0.113.9')).toBe(401);
  for (let n = 0; n < 102_000; n += 1)
    gateway.context.rateLimitStore.take([
      { key: `reads 2001:db8:1:${n.toString(16)}`, max: 600, windowMs: MINUTE_MS },
    ]);
  expect(await logInFrom('203.0.113.9')).toBe(429);
  await gateway.stop();
  gateway = await stage.gateway();
  expect(await logInFrom('203.0.113.9')).toBe(429);
});

it('checks at most ten of 1,000 wrong logins of one client at once, without blocking others', async () => {
  const { 401: wrong = 0, 503: unavailable = 0, ...refused } = await burst(1_000, 1);
  // A guess gets 503 if the database has no free connection in time, as on a busy machine.
  expect(wrong + unavailable).toBeLessThanOrEqual(10);
  expect(refused).toEqual({ 429: 1_000 - wrong - unavailable });
  expect((await fromAddress('127.0.0.3', 'santa', PASSWORD)).status).toBe(200);
});

it('lets an admin with a known device in during 1,000 wrong logins of 200 clients', async () => {
  const device = cookiesOf((await fromAddress('127.0.0.2', 'santa', PASSWORD)).headers);
  const crowd = burst(1_000, 200);
  expect((await fromAddress('127.0.0.2', 'santa', PASSWORD, device)).status).toBe(200);
  const { 401: wrong = 0, 429: refused = 0, 503: unavailable = 0, ...others } = await crowd;
  expect(others).toEqual({});
  expect(refused).toBeGreaterThan(wrong + unavailable);
  expect((await fromAddress('127.0.0.4', 'elf', PASSWORD)).status).toBe(200);
});
