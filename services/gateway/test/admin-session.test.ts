import { getAdminStatus, logOut } from '@naughty-list/contracts/admin-session';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';

// The real one, counted. Files share their modules, so this one loads its own.
vi.resetModules();
vi.doMock('@node-rs/argon2', { spy: true });
const { verify } = await import('@node-rs/argon2');
const { findAdminByName } = await import('../src/admin/accounts.ts');
const { attempt, call, cookiesOf, loggedIn, makeAdmin, PASSWORD, postJson, Stage } = await import(
  './gateway-under-test.ts'
);

const MINUTE_MS = 60_000;

let aheadMs = 0;

const stage = closeAfterAll(await Stage.build());
const clock = { now: () => new Date(Date.now() + aheadMs) };
const gateway = await stage.gateway({ RATE_LIMIT_LOGINS_PER_15_MINUTES: '1000' }, { clock });
await makeAdmin(gateway, 'santa');
beforeEach(() => {
  aheadMs = 0;
});
afterAll(async () => {
  vi.doUnmock('@node-rs/argon2');
  vi.resetModules();
});

const status = (headers: Record<string, string>, { url } = gateway) =>
  call(url, getAdminStatus.path, { headers });
const isIn = async (headers: Record<string, string>) => (await status(headers)).json;
const sessions = () => gateway.context.db('sessions').pluck('id');
const OUT = { authenticated: false };
const IN = { authenticated: true, username: 'santa', role: 'admin' };

it('reports an anonymous visitor as logged out, without a cookie', async () => {
  const answer = await status({});
  expect([answer.status, answer.json]).toEqual([200, OUT]);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect((await status({ cookie: 'admin=made-up.signature' })).json).toEqual(OUT);
  expect(await sessions()).toEqual([]);
});

it('opens a session whose cookie no script reads and no other site sends', async () => {
  const answer = await attempt(gateway.url, 'santa', PASSWORD);
  expect([answer.status, answer.json]).toEqual([200, IN]);
  expect(answer.headers['set-cookie']?.toSorted()).toEqual([
    expect.stringMatching(/^admin-device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^admin=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/),
  ]);
  expect(await isIn({ cookie: cookiesOf(answer.headers) })).toEqual(IN);
  const [row] = await gateway.context.db('admin_users').where({ username: 'santa' });
  expect(row.last_login_at).toBeInstanceOf(Date);
  expect(row.password_hash).not.toContain('argon2');
  expect((await findAdminByName(gateway.context.db, 'santa'))?.passwordHash).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
  );
});

it('takes the name in any case, and the password however its letters are composed', async () => {
  await makeAdmin(gateway, 'rudolph', 'Nikolaus liebt Plätzchen');
  const answer = await attempt(gateway.url, ' RUDOLPH ', 'Nikolaus liebt Pla\u0308tzchen');
  expect(answer.json).toEqual({ authenticated: true, username: 'rudolph', role: 'admin' });
});

it('keeps its cookies to this host and to https where the site has it', async () => {
  const https = await stage.gateway({ PUBLIC_ORIGIN: 'https://naughty.example' });
  const answer = await attempt(https.url, 'santa', PASSWORD);
  expect(answer.headers['set-cookie']?.toSorted()).toEqual([
    expect.stringMatching(/^__Host-admin-device=[^;]+;.* Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    expect.stringMatching(/^__Host-admin=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/),
  ]);
  expect((await status({ cookie: cookiesOf(answer.headers) }, https)).json).toEqual(IN);
});

it.each([
  ['no username', { password: PASSWORD }, 'Username is required'],
  ['a blank username', { username: ' ', password: PASSWORD }, 'Username is required'],
  ['no password', { username: 'santa' }, 'Password is required'],
  ['an empty password', { username: 'santa', password: '' }, 'Password is required'],
  ['something else', { username: 1, password: [] }, 'Username is required'],
])('refuses a login with %s', async (_what, body, message) => {
  const answer = await postJson(gateway.url, '/api/admin/login', body, {});
  expect([answer.status, answer.json]).toEqual([400, { message, code: 'invalid_input' }]);
});

it('answers a wrong password, an unknown name and a name of a table alike', async () => {
  const attacks = [
    ['santa', 'wrong password'],
    ['nobody', PASSWORD],
    ["' or 1=1 --", PASSWORD],
    ['santa', `${PASSWORD}\0`],
    ['santa\0', PASSWORD],
    ['🎅', PASSWORD],
  ] as const;
  const before = await sessions();
  vi.mocked(verify).mockClear();
  for (const [username, password] of attacks) {
    const answer = await attempt(gateway.url, username, password);
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ message: 'Invalid username or password', code: 'invalid_login' });
    expect(answer.headers).not.toHaveProperty('set-cookie');
  }
  // Each attempt costs one hash, so timing reveals nothing.
  expect(verify).toHaveBeenCalledTimes(attacks.length);
  expect(await sessions()).toEqual(before);
});

it('refuses what another site reads', async () => {
  const { cookie } = await loggedIn(gateway.url, 'santa');
  for (const site of ['cross-site', 'same-site']) {
    const answer = await status({ cookie, 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' });
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden_origin']);
  }
  expect(await isIn({ cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toEqual(IN);
});

it('opens a new session with each login, and the old id is dead', async () => {
  const first = await loggedIn(gateway.url, 'santa');
  const second = cookiesOf((await attempt(gateway.url, 'santa', PASSWORD, first)).headers);
  expect(second.split('; ')).toHaveLength(2);
  expect(second).not.toBe(first.cookie);
  expect(await isIn(first)).toEqual(OUT);
  expect(await isIn({ cookie: second })).toEqual(IN);
});

it('ends a session at logout, and does nothing where there is none', async () => {
  const { cookie } = await loggedIn(gateway.url, 'santa');
  const other = await loggedIn(gateway.url, 'santa');
  const headers = { cookie, 'content-type': 'application/json' };
  const out = await call(gateway.url, logOut.path, { method: 'POST', headers });
  expect([out.status, out.text]).toEqual([204, '']);
  expect(out.headers['set-cookie']).toEqual([expect.stringMatching(/^admin=; .*Expires=Thu, 01 Jan 1970/)]);
  expect(await isIn({ cookie })).toEqual(OUT);
  expect(await isIn(other)).toEqual(IN);
  const stranger = await call(gateway.url, logOut.path, { method: 'POST' });
  expect([stranger.status, stranger.headers['set-cookie']]).toEqual([204, undefined]);
});

it('ends a session after its idle time, and keeps one that is used', async () => {
  const used = await loggedIn(gateway.url, 'santa');
  const idle = await loggedIn(gateway.url, 'santa');
  aheadMs = 100 * MINUTE_MS;
  expect(await isIn(used)).toEqual(IN);
  aheadMs = 121 * MINUTE_MS;
  expect(await isIn(idle)).toEqual(OUT);
  expect(await isIn(used)).toEqual(IN);
});

it('ends a session after its longest time, however much it is used, and forgets it', async () => {
  const used = await loggedIn(gateway.url, 'santa');
  for (aheadMs = 0; aheadMs < 12 * 60 * MINUTE_MS; aheadMs += 100 * MINUTE_MS) {
    expect(await isIn(used)).toEqual(IN);
  }
  aheadMs = 12 * 60 * MINUTE_MS + 1_000;
  expect(await isIn(used)).toEqual(OUT);
  await loggedIn(gateway.url, 'santa');
  expect(await sessions()).toHaveLength(1);
});

it('ends the sessions of an account that is removed, also when the name comes back', async () => {
  await makeAdmin(gateway, 'blitzen');
  const blitzen = await loggedIn(gateway.url, 'blitzen');
  await gateway.context.db('admin_users').where({ username: 'blitzen' }).delete();
  expect(await isIn(blitzen)).toEqual(OUT);
  await makeAdmin(gateway, 'blitzen');
  expect(await isIn(blitzen)).toEqual(OUT);
});

it('is found again by another gateway on the same database', async () => {
  const { cookie } = await loggedIn(gateway.url, 'santa');
  const other = await stage.gateway();
  expect((await status({ cookie }, other)).json).toEqual(IN);
});
