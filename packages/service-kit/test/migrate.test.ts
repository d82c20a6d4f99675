import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let directory: string;
const opened: Database[] = [];

function open(schema: string): Database {
  const db = openDatabase({ url: database.url, schema });
  opened.push(db);
  return db;
}

const databaseHas = async (schema: string): Promise<boolean> =>
  (await open('public')('pg_namespace').where({ nspname: schema })).length > 0;

const write = (name: string, up: string, more = '') =>
  writeFileSync(
    join(directory, name),
    `export async function up(knex: import('knex').Knex) { ${up} }\n${more}`,
  );

beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  write('202601010000-toys.ts', "await knex.schema.createTable('toys', (table) => table.increments('id'));");
  write(
    '202601020000-index.ts',
    "await knex.raw('create index concurrently toys_by_id on toys (id)');",
    'export const config = { transaction: false };',
  );
  writeFileSync(join(directory, 'README.md'), 'not a migration');
});
afterAll(async () => {
  await Promise.all(opened.map((db) => db.destroy()));
  await database.drop();
  rmSync(directory, { recursive: true });
});

it('migrates once, however many processes start side by side', async () => {
  const schemas = ['north', 'south', 'north', 'south', 'north'];
  await Promise.all(schemas.map((schema) => migrate(open(schema), { schema, directory })));
  for (const schema of ['north', 'south']) {
    const db = open(schema);
    expect(await db('knex_migrations').pluck('name')).toEqual([
      '202601010000-toys.ts',
      '202601020000-index.ts',
    ]);
    await db('toys').insert({});
  }
});

it('continues after a process was killed midway', async () => {
  const db = open('east');
  await migrate(db, { schema: 'east', directory });
  await db('knex_migrations_lock').update({ is_locked: 1 });
  write(
    '202601030000-sledges.ts',
    "await knex.schema.createTable('sledges', (table) => table.increments('id'));",
  );
  await migrate(db, { schema: 'east', directory });
  expect(await db.schema.withSchema('east').hasTable('sledges')).toBe(true);
});

it('only checks the schema if the migration step did the work', async () => {
  const step = { schema: 'harbour', directory, mode: 'checked' } as const;
  await expect(migrate(open('harbour'), step)).rejects.toThrow(
    /^The schema harbour lacks 202601010000-toys.ts, 202601020000-index.ts.*: run the migration step/,
  );
  expect(await databaseHas('harbour')).toBe(false);
  await migrate(open('harbour'), { schema: 'harbour', directory });
  await migrate(open('harbour'), step);
});

it('lets an older version migrate and start on what a later one has migrated', async () => {
  const db = open('later');
  await migrate(db, { schema: 'later', directory });
  await db('knex_migrations').insert({ name: '299901010000-of-a-later-version.ts', batch: 9 });
  await migrate(db, { schema: 'later', directory });
  await migrate(db, { schema: 'later', directory, mode: 'checked' });
  expect(await db('knex_migrations').pluck('name')).toContain('299901010000-of-a-later-version.ts');
});

it('rolls a failed migration back, and lets the next process run', async () => {
  const db = open('west');
  write(
    '202601040000-broken.ts',
    "await knex.schema.createTable('half', (table) => table.increments('id')); await knex.raw('nonsense');",
  );
  await expect(migrate(db, { schema: 'west', directory })).rejects.toThrow(/nonsense/);
  expect(await db.schema.withSchema('west').hasTable('half')).toBe(false);
  rmSync(join(directory, '202601040000-broken.ts'));
  await migrate(open('west'), { schema: 'west', directory });
});
