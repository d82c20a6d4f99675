import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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

function start() {
  const child = spawn(process.execPath, [join(root, 'src/main.ts'), 'all'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: database.url,
      QUEUE_URL: database.url,
      INTERNAL_SECRET: SECRET,
      CHAIN_VERIFIER_URL: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const isThere = async (relation: string): Promise<boolean> =>
  (await db.query('select to_regclass($1) is not null as there', [relation])).rows[0].there;

it('does not start on a migration that fails half-way, leaves nothing of it, and starts once the cause is gone', async () => {
  await db.query(
    "create schema reports; create function reports.keep_ledger_record() returns trigger language plpgsql as 'begin return null; end'",
  );
  // A second start fails the same way and changes nothing either.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const child = start();
    const said = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(said[1][0]).toBe(1);
    expect(said[0]).toContain('function "keep_ledger_record" already exists');
    // Created before it fails.
    expect(await isThere('reports.scammer_reports')).toBe(false);
  }
  await db.query('drop function reports.keep_ledger_record()');
  const mended = start();
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
