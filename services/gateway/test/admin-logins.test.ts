import { adminSessionTexts } from '@naughty-list/contracts/admin-session';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attempt, cookiesOf, makeAdmin, PASSWORD } from './admin-under-test.ts';
import { type Answer, type Gateway, Stage } from './gateway-under-test.ts';

const MINUTE_MS = 60_000;

let stage: Stage;
let gateway: Gateway;
let aheadMs = 0;

beforeAll(async () => {
  stage = await Stage.build();
});
beforeEach(async () => {
  aheadMs = 0;
  const startedAt = Date.now();
  const clock = { now: () => new Date(startedAt + aheadMs) };
  await gateway?.stop();
  gateway = await stage.gateway({}, { clock });
  await makeAdmin(gateway, 'santa');
  await makeAdmin(gateway, 'elf');
});
afterAll(() => stage.clear());

const fromAddress = (from: string, username: string, password: string, cookie = ''): Promise<Answer> =>
  attempt(gateway.url, username, password, cookie ? { cookie } : {}, from);
const hashing = () => gateway.context.logins.hashing;

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
  expect(hashing().unknownClients.totals.done).toBe(10);
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
  const guessFrom = async (remoteAddress: string, password = 'a guess') => {
    const payload = { username: 'santa', password };
    return (await gateway.app.inject({ method: 'POST', url: '/api/admin/login', remoteAddress, payload }))
      .statusCode;
  };
  const guessed = async (addresses: string[]) => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await guessFrom(address));
    return statuses;
  };
  const clients = (subnet: number, count: number) =>
    Array.from({ length: count }, (_, n) => `2001:db8:1:${(256 * subnet + n).toString(16)}::1`);
  expect(await guessed(clients(1, 22))).toEqual([...Array(20).fill(401), 429, 429]);
  expect(await guessed(clients(2, 22))).toEqual([...Array(20).fill(401), 429, 429]);
  expect(await guessed(clients(3, 2))).toEqual([429, 429]);
  expect(await guessFrom('2001:db8:2::1', PASSWORD)).toBe(200);
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
  const forged = device.replace(/admin-device=./, 'admin-device=_');
  expect(await guess('127.0.0.2', 'elf', 1, forged)).toEqual({ 429: 1 });
  expect((await fromAddress('127.0.0.2', 'elf', PASSWORD, device)).status).toBe(200);
});

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

it('spends ten hashes on 10,000 wrong logins of one client, without blocking others', async () => {
  const { 401: wrong = 0, 503: unavailable = 0, ...refused } = await burst(10_000, 1);
  expect(refused).toEqual({ 429: 9_990 });
  // A guess gets 503 if the database has no free connection in time, as on a busy machine.
  expect(wrong + unavailable).toBe(10);
  expect(hashing().unknownClients.totals).toMatchObject({ done: 10, refused: 0 });
  expect((await fromAddress('127.0.0.3', 'santa', PASSWORD)).status).toBe(200);
});

it('hashes two at a time for 10,000 wrong logins of 2,000 clients, while an admin with a known device logs in', async () => {
  const device = cookiesOf((await fromAddress('127.0.0.2', 'santa', PASSWORD)).headers);
  const { done } = hashing().unknownClients.totals;
  const crowd = burst(10_000, 2_000);
  await expect.poll(() => hashing().unknownClients.totals.refused).toBeGreaterThan(0);
  expect((await fromAddress('127.0.0.2', 'santa', PASSWORD, device)).status).toBe(200);
  const { 401: wrong = 0, 503: refused = 0, ...others } = await crowd;
  expect(others).toEqual({});
  expect(wrong + refused).toBe(10_000);
  const { totals } = hashing().unknownClients;
  expect(totals.mostAtOnce).toBe(2);
  // An attempt that had its turn also gets 503 if the database has no free connection in time.
  const hadTheirTurn = totals.done - done;
  expect(wrong).toBeLessThanOrEqual(hadTheirTurn);
  expect(hadTheirTurn).toBeLessThan(5_000);
  expect((await fromAddress('127.0.0.4', 'elf', PASSWORD)).status).toBe(200);
});
