import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { SECRET } from './running-service.ts';

// A scenario of docs/bad-days.md: a migration fails half-way when the service's own process runs it.
const root = join(import.meta.dirname, '..');
const migrations = readdirSync(join(root, 'migrations'))
  .filter((name) => /^\d{12}-/.test(name))
  .sort();
const FAILING = '202611210240-audit-log.ts';

let database: TestDatabase;
let db: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  db = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

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

const done = async (): Promise<string[]> =>
  (await db.query('select name from reports.knex_migrations order by name')).rows.map(({ name }) => name);
const isThere = async (relation: string): Promise<boolean> =>
  (await db.query('select to_regclass($1) is not null as there', [relation])).rows[0].there;

it('does not start on a migration that fails half-way, leaves nothing of it, and goes on where it stopped', async () => {
  await db.query('create schema reports; create table reports.audit_log_tally (in_the_way int)');
  // A second start fails the same way and changes nothing either.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const child = start();
    const said = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(said[1][0]).toBe(1);
    expect(said[0]).toContain('relation "audit_log_tally" already exists');
    expect(await done()).toEqual(migrations.filter((name) => name < FAILING));
    // Created by the failing migration before it fails.
    expect(await isThere('reports.audit_log')).toBe(false);
    expect(await isThere('reports.scammer_reports')).toBe(true);
  }
  await db.query('drop table reports.audit_log_tally');
  const mended = start();
  let output = '';
  for await (const chunk of mended.stdout) {
    output += chunk;
    if (/"port":\d+/.test(output)) break;
  }
  expect(output).toMatch(/"port":\d+/);
  expect(await done()).toEqual(migrations);
  expect(await isThere('reports.audit_log')).toBe(true);
  mended.kill('SIGTERM');
  expect(await once(mended, 'exit')).toEqual([0, null]);
});
