import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { SECRET } from './running-service.ts';

// A scenario of docs/bad-days.md: a migration fails half-way when the service's own process runs it.
const root = join(import.meta.dirname, '..');
const migrations = readdirSync(join(root, 'migrations'))
  .filter((name) => /^\d{12}-/.test(name))
  .sort();

const database = closeAfterAll(await createTestDatabase());
const db = closeAfterAll(new pg.Pool({ connectionString: database.url }));

const whole = {
  PORT: '0',
  DATABASE_URL: database.url,
  QUEUE_URL: database.url,
  INTERNAL_SECRET: SECRET,
  CHAIN_VERIFIER_URL: 'http://127.0.0.1:9',
};
function start(args: string[], env: Record<string, string> = whole) {
  const child = spawn(process.execPath, [join(root, 'src/main.ts'), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
/** How a program that cannot start ends, and what it says. */
async function refused(args: string[], env: Record<string, string>): Promise<[code: number, said: string]> {
  const child = start(args, env);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return [code, said];
}

const isThere = async (relation: string): Promise<boolean> =>
  (await db.query('select to_regclass($1) is not null as there', [relation])).rows[0].there;

it('does not start on a migration that fails half-way, leaves nothing of it, and starts once the cause is gone', async () => {
  await db.query(
    "create schema reports; create function reports.keep_ledger_record() returns trigger language plpgsql as 'begin return null; end'",
  );
  // A second start fails the same way and changes nothing either.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const child = start(['all']);
    const said = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(said[1][0]).toBe(1);
    expect(said[0]).toContain('function "keep_ledger_record" already exists');
    // Created before it fails.
    expect(await isThere('reports.scammer_reports')).toBe(false);
  }
  await db.query('drop function reports.keep_ledger_record()');
  const mended = start(['all']);
  let output = '';
  for await (const chunk of mended.stdout) {
    output += chunk;
    if (/"port":\d+/.test(output)) break;
  }
  expect(output).toMatch(/"port":\d+/);
  const { rows } = await db.query('select name from reports.migrations order by name');
  expect(rows.map(({ name }) => name)).toEqual(migrations);
  mended.kill('SIGTERM');
  expect(await once(mended, 'exit')).toEqual([0, null]);
});

it.each([[[]], [['web']], [['worker']], [['all']]])(
  'with mode %j starts on an empty database, is ready, and stops',
  async (args) => {
    const child = start(args);
    const exited = once(child, 'exit');
    let port = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const output = JSON.parse(line);
      if (output.msg === 'listening') port = output.port;
      if (port > 0) break;
    }
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);

it('a wrong environment is one line that names what is wrong', async () => {
  const wrong = { PORT: '0', DATABASE_URL: 'mysql://x', REMOVAL_COST_TOKENS: '1.5' };
  const [code, output] = await refused(['all'], wrong);
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  for (const name of [
    'DATABASE_URL',
    'QUEUE_URL',
    'INTERNAL_SECRET',
    'CHAIN_VERIFIER_URL',
    'REMOVAL_COST_TOKENS',
  ])
    expect(output).toContain(name);
});

it('an unknown mode is one line that lists the modes', async () => {
  expect(await refused(['workers'], {})).toEqual([
    1,
    'Unknown mode workers: use web, worker, all, migrate\n',
  ]);
});

it('mode "migrate" needs the database alone, brings its schema up to date, and ends', async () => {
  const child = start(['migrate'], { DATABASE_URL: database.url });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect([code, output]).toEqual([0, 'The schema reports is up to date\n']);
});

it('a migration step without its database ends with one line', async () => {
  const [code, output] = await refused(['migrate'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  expect(code).toBe(1);
  expect(output).toMatch(/^The database cannot be used .*\n$/);
});
