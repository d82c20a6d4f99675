import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '@naughty-list/service-kit/database/database';
import type { LockRetry } from '@naughty-list/service-kit/database/lock-retry';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';

let database: TestDatabase;
let db: Database;
let directory: string;
/** A session that will hold a lock. */
let holder: pg.Client;
/** What was logged while a migration waited. */
let waits: { migration: string; tries: number; holders: { pid: number }[] }[];

const SHORT: LockRetry = {
  tries: 1_000_000,
  firstLockMs: 100,
  longestLockMs: 200,
  firstPauseMs: 20,
  longestPauseMs: 50,
};
const log = { warn: (blocked: (typeof waits)[number]) => waits.push(blocked) } as unknown as Log;

const run = (retry = SHORT) => migrate(db, { schema: 'toys', directory, log, retry });
const write = (name: string, up: string, more = '') =>
  writeFileSync(
    join(directory, name),
    `export async function up(knex: import('knex').Knex) { ${up} }\n${more}`,
  );
const done = () => db('knex_migrations').orderBy('id').pluck('name');
const hasColumn = (column: string) => db.schema.withSchema('toys').hasColumn('sledges', column);
const until = async (reached: () => boolean | Promise<boolean>) => {
  while (!(await reached())) await sleep(20);
};

const CREATE = '202601010000-sledges.ts';
const ALTER = '202601020000-colour.ts';
const INDEX = '202601030000-index.ts';

beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, schema: 'toys' });
  directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  waits = [];
  write(CREATE, "await knex.raw('create table sledges (id serial primary key, name text)');");
  await run();
  await db('sledges').insert([{ name: 'one' }, { name: 'two' }]);
  holder = new pg.Client({ connectionString: database.url, application_name: 'reporting tool' });
  await holder.connect();
});
afterEach(async () => {
  await holder.end();
  await db.destroy();
  await database.drop();
  rmSync(directory, { recursive: true });
});

/** Holds ACCESS SHARE until the transaction ends, like a long query or a dump. */
async function readForLong(): Promise<number> {
  await holder.query('begin');
  await holder.query('select count(*) from toys.sledges');
  const { rows } = await holder.query('select pg_backend_pid() as pid');
  return rows[0].pid;
}

it('blocks no reads or writes while a long query delays a migration, which succeeds afterwards', async () => {
  write(ALTER, "await knex.raw('alter table sledges add column colour text');");
  const pid = await readForLong();
  const migrated = run();
  await until(() => waits.length >= 2);

  // A query queued behind the migration indefinitely would never return.
  for (let n = 0; n < 40; n += 1) {
    await db('sledges').insert({ name: `written ${n}` });
    expect(await db('sledges').where({ name: `written ${n}` })).toHaveLength(1);
  }
  expect(await hasColumn('colour')).toBe(false);
  expect(waits.flatMap(({ holders }) => holders.map((seen) => seen.pid))).toContain(pid);
  expect(waits[0]).toMatchObject({ migration: `toys/${ALTER}`, tries: 1 });

  await holder.query('commit');
  await migrated;
  expect(await hasColumn('colour')).toBe(true);
  expect(await done()).toEqual([CREATE, ALTER]);
});

it('fails after a number of tries, names the lock holder, and leaves nothing half done', async () => {
  write(
    ALTER,
    "await knex.raw('create table reindeer (id int)'); await knex.raw('alter table sledges add column colour text');",
  );
  const pid = await readForLong();
  await holder.query('select   name,\n id from toys.sledges');
  const retry = { ...SHORT, tries: 3, longestLockMs: 400, firstLockMs: 400 };
  await expect(run(retry)).rejects.toThrow(
    new RegExp(
      `^The migration toys/${ALTER} was tried 3 times in \\d+ s and did not get its locks\\. ` +
        `They are held by pid ${pid} \\("reporting tool", idle in transaction, since \\d{4}-.*Z\\): select name, id from toys\\.sledges\\. `,
    ),
  );
  expect(waits).toHaveLength(2);
  expect(await done()).toEqual([CREATE]);
  expect(await db.schema.withSchema('toys').hasTable('reindeer')).toBe(false);

  await holder.query('commit');
  await run();
  expect(await done()).toEqual([CREATE, ALTER]);
});

it('keeps the migrations before a failing one, and rolls that one back', async () => {
  write(ALTER, "await knex.raw('alter table sledges add column colour text');");
  write(
    INDEX,
    "await knex.raw('alter table sledges add column half text'); await knex.raw('select 1 / (select 0)');",
  );
  await expect(run()).rejects.toThrow(/division by zero/);
  expect(await done()).toEqual([CREATE, ALTER]);
  expect(await hasColumn('half')).toBe(false);
});

it('runs a delayed migration once, however many copies wait for it', async () => {
  write(ALTER, "await knex.raw('alter table sledges add column colour text');");
  await readForLong();
  const copies = [run(), run(), run()];
  await until(() => waits.length >= 2);
  await holder.query('commit');
  await Promise.all(copies);
  expect(await done()).toEqual([CREATE, ALTER]);
});

/** A migration like those of services, importing the kit by path. */
const writeIndex = (index: string) =>
  write(
    INDEX,
    `const { createIndex } = await import(${JSON.stringify(new URL('../src/database/create-index.ts', import.meta.url).href)});
     await createIndex(knex, ${index});`,
    'export const config = { transaction: false };',
  );
const isValid = async (): Promise<boolean | undefined> =>
  (await db('pg_index').whereRaw("indexrelid = to_regclass('toys.sledges_name')").first('indisvalid'))
    ?.indisvalid;

it('recreates an index left half built by a killed process, without blocking', async () => {
  writeIndex("{ name: 'sledges_name', table: 'sledges', definition: '(name)' }");
  await holder.query('begin');
  await holder.query("insert into toys.sledges (name) values ('not yet committed')");
  const killed = run().catch((error: unknown) => error);
  const building = async () =>
    (
      await db('pg_stat_activity')
        .whereLike('query', 'create index concurrently%')
        .where({ wait_event_type: 'Lock' })
    )[0]?.pid;
  await until(async () => (await building()) !== undefined);
  await db('sledges').insert({ name: 'written meanwhile' });
  expect(await db('sledges')).toHaveLength(3);
  await db.raw('select pg_terminate_backend(?)', [await building()]);
  expect(await killed).toBeInstanceOf(Error);
  expect(await isValid()).toBe(false);

  await holder.query('commit');
  await run();
  expect(await isValid()).toBe(true);
  expect(await done()).toEqual([CREATE, INDEX]);
});

it('keeps a valid index, and recreates one that could not be unique before', async () => {
  await db('sledges').insert({ name: 'two' });
  writeIndex("{ name: 'sledges_name', table: 'sledges', definition: '(name)', unique: true }");
  await expect(run()).rejects.toThrow(/could not create unique index/);
  expect(await isValid()).toBe(false);
  await db('sledges').where({ id: 3 }).delete();
  await run();
  expect(await isValid()).toBe(true);

  const file = () =>
    db.raw("select pg_relation_filenode('toys.sledges_name') as node").then(({ rows }) => rows[0].node);
  const before = await file();
  await db('knex_migrations').where({ name: INDEX }).delete();
  await run();
  expect(await file()).toBe(before);
});
