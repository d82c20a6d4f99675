import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { afterAll, expect, it } from 'vitest';
import { attempt, call, loggedIn, PASSWORD, SECRET, Stage } from './gateway-under-test.ts';

const COMMAND = join(import.meta.dirname, '../src/admin-command.ts');

const stage = closeAfterAll(await Stage.build());
const gateway = await stage.gateway({ RATE_LIMIT_LOGINS_PER_15_MINUTES: '1000' });
const dataDir = mkdtempSync(join(tmpdir(), 'admin-command-'));
afterAll(async () => {
  rmSync(dataDir, { recursive: true });
});

type Ended = { code: number | null; out: string; err: string };

/** Runs a program with `input` on standard input. */
async function run(program: string, args: string[], input: string, env = {}): Promise<Ended> {
  const child = spawn(program, args, { env: { PATH: process.env.PATH ?? '', ...env } });
  child.stdin.end(input);
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

const admin = (args: string, input = '', env: Record<string, string> = {}): Promise<Ended> =>
  run(process.execPath, [COMMAND, ...args.split(' ').filter(Boolean)], input, {
    DATABASE_URL: stage.database.url,
    INTERNAL_SECRET: SECRET,
    ...env,
  });

const isIn = async (headers: { cookie: string }) =>
  (await call(gateway.url, '/api/admin/status', { headers })).json.authenticated;

it('creates an admin with the password of standard input, once', async () => {
  expect(await admin('create santa', `${PASSWORD}\n`)).toEqual({
    code: 0,
    out: 'Admin santa was created.\n',
    err: '',
  });
  expect(await isIn(await loggedIn(gateway.url, 'santa'))).toBe(true);
  expect(await admin('create Santa', PASSWORD)).toEqual({
    code: 1,
    out: '',
    err: 'admin: there is an account Santa already: npm run admin -- reset Santa\n',
  });
});

it('makes a password where none is given, and a new one ends the sessions', async () => {
  const created = await admin('create elf');
  const [, first = ''] = /^Password: (\w{20})\nIt is shown only once\.$/m.exec(created.out) ?? [];
  const session = await loggedIn(gateway.url, 'elf', first);
  const again = await admin('reset elf');
  expect(again.out).toContain('Admin elf has a new password; all sessions of elf have ended.');
  const [, second = ''] = /^Password: (\w{20})$/m.exec(again.out) ?? [];
  expect(second).not.toBe(first);
  expect(await isIn(session)).toBe(false);
  expect((await attempt(gateway.url, 'elf', first)).status).toBe(401);
  expect(await isIn(await loggedIn(gateway.url, 'elf', second))).toBe(true);
});

it('lists admins, and removes one with the sessions', async () => {
  await admin('create dasher', PASSWORD);
  const session = await loggedIn(gateway.url, 'dasher');
  expect((await admin('create vixen_ --role moderator', PASSWORD)).out).toBe(
    'Moderator vixen_ was created.\n',
  );
  const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';
  const { out } = await admin('list');
  expect(out).toMatch(new RegExp(`^dasher  admin      created ${time}  last login ${time}$`, 'm'));
  expect(out).toMatch(new RegExp(`^vixen_  moderator  created ${time}  never logged in$`, 'm'));
  expect((await admin('remove Dasher')).out).toBe(
    'The account Dasher was removed; all sessions of Dasher have ended.\n',
  );
  expect(await isIn(session)).toBe(false);
  expect((await admin('list')).out).not.toContain('dasher');
});

it('finds the database of the stack that was started', async () => {
  const env = { DATABASE_URL: '', INTERNAL_SECRET: '', DATA_DIR: dataDir };
  const nothing = await admin('list', '', env);
  expect(nothing.code).toBe(1);
  expect(nothing.err).toBe(
    `admin: no installation in ${dataDir} yet: run npm start first, or set DATABASE_URL to the database of the site\n`,
  );
  writeFileSync(join(dataDir, 'database-url'), `${stage.database.url}\n`);
  const noSecret = { code: 1, out: '', err: 'admin: set INTERNAL_SECRET to that of the site, too\n' };
  expect(await admin('list', '', env)).toEqual(noSecret);
  writeFileSync(join(dataDir, 'internal-secret'), `${SECRET}\n`);
  expect((await admin('list', '', env)).out).toContain('santa');
  // The secret in a data folder is that of its own database.
  const elsewhere = { ...env, DATABASE_URL: `${stage.database.url}?` };
  expect(await admin('list', '', elsewhere)).toEqual(noSecret);
});

it('comes before the first start, too', async () => {
  const empty = await Stage.build();
  const env = { DATABASE_URL: empty.database.url };
  expect((await admin('list', '', env)).out).toBe(
    'There is no admin yet: npm run admin -- create <username>\n',
  );
  // `npm start` runs this; it prints only the first time.
  expect((await admin('first admin', '', env)).out).toMatch(/^admin, password \w{20} \(shown once; .*\)\n$/);
  expect(await admin('first admin', '', env)).toEqual({ code: 0, out: '', err: '' });
  await empty.close();
});

const mistakes: [string, string, string, Record<string, string>, string][] = [
  [
    'an unknown admin',
    'reset nobody',
    PASSWORD,
    {},
    'there is no account called nobody: npm run admin -- list shows them',
  ],
  [
    'an unknown admin to remove',
    'remove nobody',
    '',
    {},
    'there is no account called nobody: npm run admin -- list shows them',
  ],
  ['a short password', 'create prancer', 'short', {}, 'the password must have at least 12 characters'],
  ['a long password', 'create prancer', 'x'.repeat(257), {}, 'the password must have at most 256 characters'],
  [
    'a username that fits no header',
    'create süß',
    PASSWORD,
    {},
    'the username must have 1 to 64 characters (letters, digits and . _ @ -) and begin with a letter or digit',
  ],
  ['an unknown role', 'create prancer --role elf', PASSWORD, {}, 'the role must be moderator or admin'],
  [
    'a database that is not there',
    'list',
    '',
    { DATABASE_URL: 'postgres://127.0.0.1:1/nothing' },
    'the database does not answer (ECONNREFUSED): run npm start first, or set DATABASE_URL to the database of the site',
  ],
  [
    'something else than a database',
    'list',
    '',
    { DATABASE_URL: 'mysql://127.0.0.1' },
    'Configuration: DATABASE_URL must be a postgres:// URL',
  ],
];

it.each(mistakes)('says in one line what is wrong with %s', async (_what, args, input, env, message) => {
  expect(await admin(args, input, env)).toEqual({ code: 1, out: '', err: `admin: ${message}\n` });
});

it.each([
  '',
  'create',
  'list santa',
  'delete santa',
  'create a b',
  'create --force',
  'remove santa --role admin',
])('explains itself when it is called with "%s"', async (args) => {
  const { code, err } = await admin(args);
  expect([code, err]).toEqual([1, expect.stringMatching(/^Usage: npm run admin -- create <username>/)]);
});

/**
 * Runs the command in a pseudo-terminal (`script` of util-linux). Types each answer when its question appears; returns
 * the terminal's output.
 */
async function atTerminal(command: string, answers: [question: string, answer: string][]): Promise<Ended> {
  const line = `${process.execPath} ${COMMAND} ${command}`;
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: stage.database.url, INTERNAL_SECRET: SECRET },
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (answers[0] && out.includes(answers[0][0])) child.stdin.write(`${answers.shift()?.[1]}\r`);
  });
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code, out, err };
}

it.runIf(process.platform === 'linux')('asks for the password at a terminal without showing it', async () => {
  const [ask, again] = ['New password (leave empty to generate one): ', 'Repeat the password: '];
  const created = await atTerminal('create comet', [
    [ask, PASSWORD],
    [again, PASSWORD],
  ]);
  expect(created.out.replaceAll('\r', '')).toBe(`${ask}\n${again}\nAdmin comet was created.\n`);
  expect(created.code).toBe(0);
  expect(await isIn(await loggedIn(gateway.url, 'comet'))).toBe(true);
  const slip = await atTerminal('reset comet', [
    [ask, `${PASSWORD}!`],
    [again, `${PASSWORD}?`],
  ]);
  expect([slip.code, slip.out]).toEqual([
    1,
    expect.stringContaining('the two passwords differ; nothing was changed'),
  ]);
  const gone = await atTerminal('reset comet', [[ask, '\u0004']]);
  expect([gone.code, gone.out]).toEqual([1, expect.stringContaining('admin: nothing was changed')]);
  await loggedIn(gateway.url, 'comet');
});
