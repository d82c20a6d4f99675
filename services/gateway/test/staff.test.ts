import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { encrypt } from '@naughty-list/service-kit/database/encrypted';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeFactors } from '../src/admin/accounts.ts';
import { hashPassword } from '../src/admin/passwords.ts';
import {
  type Answer,
  attempt,
  call,
  cookiesOf,
  loggedIn,
  makeAdmin,
  newAdmin,
  PASSWORD,
  postJson,
  SECRET,
  Stage,
} from './gateway-under-test.ts';

const DAY_MS = 24 * 3_600_000;
const WRONG_CODE = { code: 'invalid_login', message: 'Invalid code. Please try again.' };

let aheadMs = 0;
let made = 0;

const stage = closeAfterAll(await Stage.build());
const clock = { now: () => new Date(Date.now() + aheadMs) };
const gateway = await stage.gateway({ RATE_LIMIT_LOGINS_PER_15_MINUTES: '1000' }, { clock });
await makeAdmin(gateway, 'santa');
beforeEach(() => {
  aheadMs = 0;
});

/** A moderator of its own for each test, and a logged-in browser. */
async function newAccount(): Promise<{ name: string; headers: { cookie: string } }> {
  made += 1;
  const name = `elf-${made}`;
  return { name, headers: await newAdmin(gateway, name, 'moderator') };
}

const post = (path: string, body: object, headers: Record<string, string>): Promise<Answer> =>
  postJson(gateway.url, path, body, headers);
const read = async (headers: Record<string, string>, path = '/api/admin/account') =>
  (await call(gateway.url, path, { headers })).json;
const isIn = async (headers: Record<string, string>) =>
  (await read(headers, '/api/admin/status')).authenticated;
const codeOf = (secret: string, at = Date.now() + aheadMs) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
const logInWith = (username: string, code?: string, password = PASSWORD) =>
  post('/api/admin/login', { username, password, ...(code && { code }) }, {});

async function setUpAuthenticator(headers: { cookie: string }) {
  const started = await post('/api/admin/account/authenticator', { password: PASSWORD }, headers);
  const { secret } = started.json as { secret: string };
  const code = codeOf(secret);
  const confirmed = await post('/api/admin/account/authenticator/confirm', { code }, headers);
  expect(confirmed.status).toBe(200);
  return { secret, code, ...(confirmed.json as { recoveryCodes: string[] }) };
}

it('asks for the code of an authenticator app once one is set up, and counts each code once', async () => {
  const { name, headers } = await newAccount();
  const { secret, code: used } = await setUpAuthenticator(headers);
  expect(await logInWith(name)).toMatchObject({ status: 401, json: { code: 'second_factor_required' } });
  // Not that of now, which may be the next one already.
  expect(await logInWith(name, used)).toMatchObject({ status: 401, json: WRONG_CODE });
  aheadMs = 60_000;
  expect(await logInWith(name, '000000')).toMatchObject({ status: 401, json: WRONG_CODE });
  const code = codeOf(secret);
  expect((await logInWith(name, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  expect(await logInWith(name, code)).toMatchObject({ status: 401, json: WRONG_CODE });
  aheadMs += 10 * 60_000;
  expect((await logInWith(name, code)).status).toBe(401);
});

it('does not say whether a code is right when the password is wrong', async () => {
  const { name, headers } = await newAccount();
  const { secret } = await setUpAuthenticator(headers);
  aheadMs = 60_000;
  const answer = await logInWith(name, codeOf(secret), 'not the password');
  expect(answer.json).toMatchObject({ code: 'invalid_login', message: 'Invalid username or password' });
  expect((await logInWith(name, codeOf(secret))).status).toBe(200);
});

it('takes each recovery code once, in any spelling, until new ones are made', async () => {
  const { name, headers } = await newAccount();
  const { recoveryCodes } = await setUpAuthenticator(headers);
  expect(recoveryCodes).toHaveLength(8);
  const [first = '', second = '', third = ''] = recoveryCodes;
  expect(first).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  expect((await logInWith(name, first)).status).toBe(200);
  expect((await logInWith(name, first)).status).toBe(401);
  expect((await logInWith(name, second.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
  expect(await read(headers)).toMatchObject({ hasAuthenticator: true, recoveryCodesLeft: 6 });
  const anew = await post('/api/admin/account/recovery-codes', { password: PASSWORD }, headers);
  expect((anew.json as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(8);
  expect((await logInWith(name, third)).status).toBe(401);
});

it('keeps no secret of an app, recovery code, token of an invitation or session id that could be used by a reader of the tables', async () => {
  const { headers } = await newAccount();
  const { secret: ofApp, recoveryCodes } = await setUpAuthenticator(headers);
  const again = await post('/api/admin/account/authenticator', { password: PASSWORD }, headers);
  const santa = await loggedIn(gateway.url, 'santa');
  const { json } = await post('/api/admin/invitations', { username: 'vixen', role: 'moderator' }, santa);
  const { db } = gateway.context;
  const rows = JSON.stringify([await db('admin_users'), await db('admin_invitations'), await db('sessions')]);
  for (const secret of [
    ofApp,
    again.json.secret,
    ...recoveryCodes,
    json.token,
    decodeURIComponent(headers.cookie).split('.')[0]?.slice(-32),
  ])
    expect(rows).not.toContain(secret);
});

it('takes no code of an app that was copied to another account in the tables', async () => {
  const [mine, theirs] = [await newAccount(), await newAccount()];
  const { secret } = await setUpAuthenticator(mine.headers);
  await setUpAuthenticator(theirs.headers);
  const { db } = gateway.context;
  const { totp_secret } = await db('admin_users').where({ username: mine.name }).first('totp_secret');
  await db('admin_users').where({ username: theirs.name }).update({ totp_secret });
  aheadMs = 60_000;
  expect(await logInWith(theirs.name, codeOf(secret))).toMatchObject({ status: 401, json: WRONG_CODE });
  expect((await logInWith(mine.name, codeOf(secret))).status).toBe(200);
});

it('asks for the password before how to log in changes', async () => {
  const { headers } = await newAccount();
  const { recoveryCodes } = await setUpAuthenticator(headers);
  for (const path of [
    'authenticator',
    'authenticator/remove',
    'recovery-codes',
    'passkeys/options',
    'passkeys/x/remove',
  ])
    expect([
      path,
      (await post(`/api/admin/account/${path}`, { password: 'wrong' }, headers)).json.code,
    ]).toEqual([path, 'not_confirmed']);
  const change = { password: 'wrong', newPassword: 'a new and better one' };
  expect((await post('/api/admin/account/password', change, headers)).json.code).toBe('not_confirmed');
  expect(await read(headers)).toMatchObject({
    hasAuthenticator: true,
    recoveryCodesLeft: recoveryCodes.length,
  });
});

it('refuses a set-up whose code is wrong, and one that took too long', async () => {
  const { headers } = await newAccount();
  const confirm = (code: string) => post('/api/admin/account/authenticator/confirm', { code }, headers);
  expect((await confirm('123456')).json.code).toBe('not_confirmed');
  const started = await post('/api/admin/account/authenticator', { password: PASSWORD }, headers);
  const { secret } = started.json as { secret: string };
  expect(started.json.url).toContain(`secret=${secret}`);
  expect((await confirm('000000')).json.code).toBe('not_confirmed');
  aheadMs = 16 * 60_000;
  expect((await confirm(codeOf(secret))).json.code).toBe('not_confirmed');
  expect(await read(headers)).toMatchObject({ hasAuthenticator: false });
});

it('changes the password: this session goes on, the others end', async () => {
  const { name, headers } = await newAccount();
  const other = await loggedIn(gateway.url, name);
  const changed = await post(
    '/api/admin/account/password',
    { password: PASSWORD, newPassword: 'quite another one' },
    headers,
  );
  expect(changed.status).toBe(204);
  expect([await isIn(headers), await isIn(other)]).toEqual([true, false]);
  expect((await attempt(gateway.url, name, PASSWORD)).status).toBe(401);
  expect((await attempt(gateway.url, name, 'quite another one')).status).toBe(200);
});

it.each([
  ['qwertyuiop123', /common/],
  ['QwertyUiop123', /common/],
  ['my naughty list', /name of this site/],
  ['short', /12 characters/],
])('refuses the new password %s', async (newPassword, why) => {
  const { headers } = await newAccount();
  const answer = await post('/api/admin/account/password', { password: PASSWORD, newPassword }, headers);
  expect(answer).toMatchObject({
    status: 400,
    json: { code: 'invalid_input', message: expect.stringMatching(why) },
  });
});

it('lists and ends the sessions of the own account, and of no other', async () => {
  const { name, headers } = await newAccount();
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  const other = { cookie: cookiesOf((await attempt(gateway.url, name, PASSWORD, browser)).headers) };
  const { sessions } = (await read(headers)) as {
    sessions: { id: string; device: string; isThis: boolean }[];
  };
  expect(sessions).toHaveLength(2);
  const theirs = sessions.find(({ isThis }) => !isThis);
  expect(theirs?.device).toBe('Firefox on Linux');
  const end = (id: string, of: Record<string, string>) =>
    call(gateway.url, `/api/admin/account/sessions/${id}`, { method: 'DELETE', headers: of });
  const stranger = await newAccount();
  expect((await end(theirs?.id ?? '', stranger.headers)).status).toBe(404);
  expect((await end(theirs?.id ?? '', headers)).status).toBe(204);
  expect([await isIn(headers), await isIn(other)]).toEqual([true, false]);
  const third = await loggedIn(gateway.url, name);
  await end('others', headers);
  expect([await isIn(headers), await isIn(third), await isIn(stranger.headers)]).toEqual([true, false, true]);
});

it('lets an invited colleague choose a password, once and for three days', async () => {
  const santa = await loggedIn(gateway.url, 'santa');
  const invited = await post('/api/admin/invitations', { username: 'dasher', role: 'moderator' }, santa);
  const { token } = invited.json as { token: string };
  const accept = (password: string, sent = token) =>
    post('/api/admin/accept-invitation', { token: sent, password }, {});
  expect((await accept('qwertyuiop123')).status).toBe(400);
  const accepted = await accept('dashing through snow');
  expect(accepted).toMatchObject({ status: 200, json: { username: 'dasher', role: 'moderator' } });
  expect(await isIn({ cookie: cookiesOf(accepted.headers) })).toBe(true);
  expect((await accept('dashing through snow')).status).toBe(404);
  expect((await accept('dashing through snow', 'A'.repeat(43))).status).toBe(404);
  const late = await post('/api/admin/invitations', { username: 'dancer', role: 'admin' }, santa);
  aheadMs = 3 * DAY_MS + 1;
  expect((await accept('dashing through snow', String(late.json.token))).status).toBe(404);
});

it('withdraws invitations and removes accounts, but never the own one', async () => {
  const santa = await loggedIn(gateway.url, 'santa');
  const { json } = await post('/api/admin/invitations', { username: 'prancer', role: 'moderator' }, santa);
  const { invitations } = (await read(santa, '/api/admin/accounts')) as {
    invitations: { id: number; username: string }[];
  };
  const { id } = invitations.find(({ username }) => username === 'prancer') ?? {};
  const remove = (path: string) =>
    call(gateway.url, `/api/admin/${path}`, { method: 'DELETE', headers: santa });
  // More than PostgreSQL's integers hold.
  expect((await remove('invitations/2147483648')).status).toBe(404);
  expect((await remove(`invitations/${id}`)).status).toBe(204);
  expect(
    (await post('/api/admin/accept-invitation', { token: json.token, password: PASSWORD }, {})).status,
  ).toBe(404);
  const { name, headers } = await newAccount();
  expect((await remove(`accounts/${name}`)).status).toBe(204);
  expect(await isIn(headers)).toBe(false);
  expect((await remove(`accounts/${name}`)).status).toBe(404);
  expect((await remove('accounts/santa')).json.message).toBe("You can't remove your own account.");
  expect((await post('/api/admin/invitations', { username: 'SANTA', role: 'admin' }, santa)).status).toBe(
    409,
  );
});

it('lets admins alone manage accounts, and records what everyone does', async () => {
  const { name, headers } = await newAccount();
  for (const path of ['accounts', 'account-changes'])
    expect((await read(headers, `/api/admin/${path}`)).code).toBe('forbidden_role');
  expect((await post('/api/admin/invitations', { username: 'comet', role: 'admin' }, headers)).status).toBe(
    403,
  );
  await setUpAuthenticator(headers);
  const santa = await loggedIn(gateway.url, 'santa');
  const log = await call(gateway.url, `/api/admin/account-changes?q=${name}`, { headers: santa });
  expect(log.headers['x-total-count']).toBe('2');
  expect(log.json).toMatchObject([
    { who: name, account: name, what: 'Set up an authenticator app' },
    { who: name, account: name, what: 'Logged in' },
  ]);
  const { accounts } = (await read(santa, '/api/admin/accounts')) as { accounts: { username: string }[] };
  expect(accounts.find(({ username }) => username === name)).toMatchObject({
    hasSecondFactor: true,
    sessions: 1,
  });
});

it.each([
  ['nothing', {}],
  ['a response that is none', { response: { id: 'x', response: {} } }],
  ['an id of another type', { response: { id: { $ne: null } } }],
])('refuses a log-in by passkey with %s', async (_what, body) => {
  const answer = await post('/api/admin/passkey-login', body, {});
  expect([400, 401]).toContain(answer.status);
  expect(answer.headers).not.toHaveProperty('set-cookie');
});

describe('who writes to the tables with the password of the database alone', () => {
  const db = () => gateway.context.db;
  const statusOf = async (username: string, password = PASSWORD) =>
    (await attempt(gateway.url, username, password)).status;

  it('makes no account, neither with a hash of one’s own nor with that of another', async () => {
    const { name } = await newAccount();
    const [theirs] = await db()('admin_users').where({ username: name });
    for (const password_hash of [
      await hashPassword(PASSWORD),
      encrypt(await hashPassword(PASSWORD), { secret: 'o'.repeat(32), purpose: 'account' }).toString(
        'base64',
      ),
      theirs.password_hash,
    ]) {
      await db()('admin_users').insert({ username: 'krampus', password_hash });
      expect(await statusOf('krampus')).toBe(401);
      await db()('admin_users').where({ username: 'krampus' }).delete();
    }
  });

  it.each([
    ['password', async () => ({ password_hash: await hashPassword('a password of my own') })],
    [
      'password by that of another account',
      async () => {
        await makeAdmin(gateway, `other-${made}`, 'a password of my own');
        return db()('admin_users')
          .where({ username: `other-${made}` })
          .first('password_hash');
      },
    ],
    ['role', async () => ({ role: 'admin' })],
    ['name', async () => ({ username: `santa-${made}` })],
    ['number', async () => ({ id: 1_000_000 + made })],
  ])('replaces no %s, also of an account that is logged in', async (_, change) => {
    const { name, headers } = await newAccount();
    expect(await isIn(headers)).toBe(true);
    const changed = (await change()) as { username?: string };
    await db().transaction(async (trx) => {
      await trx.raw("set local session_replication_role = 'replica'");
      await trx('admin_users').where({ username: name }).update(changed);
    });
    expect(await isIn(headers)).toBe(false);
    for (const password of [PASSWORD, 'a password of my own'])
      expect(await statusOf(changed.username ?? name, password)).toBe(401);
  });

  it('turns no session into that of another account', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()];
    const idOf = async ({ name }: { name: string }) =>
      (await db()('admin_users').where({ username: name }).first('id')).id;
    const [from, to] = [await idOf(mine), await idOf(theirs)];
    const { data } = await db()('sessions').where({ admin_id: to }).first('data');
    await db()('sessions').where({ admin_id: from }).update({ admin_id: to });
    expect((await read(mine.headers)).username).toBe(mine.name);
    await db()('sessions').where({ admin_id: to }).update({ data });
    expect(await isIn(mine.headers)).toBe(false);
    const own = { admin: { id: to, passwordVersion: 1, until: Date.now() + DAY_MS, device: '' } };
    await db()('sessions')
      .where({ admin_id: to })
      .update({ data: JSON.stringify(own) });
    expect(await isIn(mine.headers)).toBe(false);
  });

  it('adds no recovery code', async () => {
    const { name, headers } = await newAccount();
    await setUpAuthenticator(headers);
    const code = 'AAAABBBBCCCCDDDDEEEEFFFF';
    const hash = createHash('sha256').update(code).digest('base64url');
    await db()('admin_users')
      .where({ username: name })
      .update({ recovery_codes: [hash, code] });
    expect((await logInWith(name, code)).status).toBe(401);
  });

  it('takes no second factor away', async () => {
    const { name, headers } = await newAccount();
    await setUpAuthenticator(headers);
    expect(await isIn(headers)).toBe(true);
    await db()('admin_users').where({ username: name }).update({ totp_secret: null, recovery_codes: [] });
    expect((await logInWith(name)).status).toBe(401);
    expect(await isIn(headers)).toBe(false);
  });

  it('takes no recovery code over from another account', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()];
    const { recoveryCodes } = await setUpAuthenticator(mine.headers);
    await setUpAuthenticator(theirs.headers);
    const { recovery_codes } = await db()('admin_users').where({ username: mine.name }).first();
    await db()('admin_users').where({ username: theirs.name }).update({ recovery_codes });
    expect((await logInWith(theirs.name, recoveryCodes[0])).status).toBe(401);
    expect((await logInWith(mine.name, recoveryCodes[0])).status).toBe(200);
  });

  it('makes no invitation, and changes none', async () => {
    const accept = async (token: string) =>
      (await post('/api/admin/accept-invitation', { token, password: 'dashing through snow' }, {})).status;
    const token = 'A'.repeat(43);
    await db()('admin_invitations').insert({
      token_hash: createHash('sha256').update(token).digest('base64url'),
      ...{ username: 'krampus', role: 'admin', invited_by: 'santa' },
      expires_at: new Date(Date.now() + DAY_MS),
    });
    expect(await accept(token)).toBe(404);
    const santa = await loggedIn(gateway.url, 'santa');
    const invited = await post('/api/admin/invitations', { username: 'cupid', role: 'moderator' }, santa);
    const change = (to: object) => db()('admin_invitations').where({ username: 'cupid' }).update(to);
    await change({ role: 'admin' });
    expect(await accept(String(invited.json.token))).toBe(404);
    await change({ role: 'moderator', expires_at: new Date(Date.now() + 9 * DAY_MS) });
    expect(await accept(String(invited.json.token))).toBe(404);
  });

  it('adds no passkey', async () => {
    const { name, headers } = await newAccount();
    const { id: adminId } = await db()('admin_users').where({ username: name }).first('id');
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE: an ES256 key on P-256.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const id = Buffer.from(name).toString('base64url');
    const logIn = async () => {
      const { challenge } = (await post('/api/admin/passkey-login/options', {}, {})).json;
      const { origin, hostname } = new URL(gateway.url);
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }));
      const data = Buffer.concat([
        createHash('sha256').update(hostname).digest(),
        Buffer.from([5, 0, 0, 0, 0]),
      ]);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
      return (
        await post(
          '/api/admin/passkey-login',
          { response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} } },
          {},
        )
      ).status;
    };
    const seal = (account: number) =>
      encrypt(key.toString('base64'), { secret: SECRET, purpose: `passkey ${id} of account ${account}` });
    const passkey = { id, admin_id: adminId, name: 'Key', counter: 0, transports: [], public_key: key };
    await changeFactors(db(), adminId, (trx) => trx('admin_passkeys').insert(passkey));
    expect(await logIn()).toBe(401);
    // Of another account.
    await db()('admin_passkeys')
      .where({ id })
      .update({ public_key: seal(adminId + 1) });
    expect(await logIn()).toBe(401);
    // As the product would have written it.
    await db()('admin_passkeys')
      .where({ id })
      .update({ public_key: seal(adminId) });
    expect(await logIn()).toBe(200);
    expect(await isIn(headers)).toBe(true);
  });
});
