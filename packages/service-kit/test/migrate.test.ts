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

const write = (name: string, sql: string) => writeFileSync(join(directory, name), sql);
const done = (db: Database) => db('migrations').orderBy('name').pluck('name');

beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  write('202601010000-toys.sql', "create table toys (id serial primary key, asks text default '?');");
  write('202601020000-index.sql', 'create index toys_by_id on toys (id);');
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
    expect(await done(db)).toEqual(['202601010000-toys.sql', '202601020000-index.sql']);
    await db('toys').insert({});
    expect(await db('toys').pluck('asks')).toEqual(['?']);
  }
});

it('applies what is new, in order', async () => {
  const db = open('east');
  await migrate(db, { schema: 'east', directory });
  write('202601040000-coats.sql', 'alter table sledges add column coat text;');
  write('202601030000-sledges.sql', 'create table sledges (id serial primary key);');
  await migrate(db, { schema: 'east', directory });
  expect(await db.schema.withSchema('east').hasColumn('sledges', 'coat')).toBe(true);
  rmSync(join(directory, '202601030000-sledges.sql'));
  rmSync(join(directory, '202601040000-coats.sql'));
});

it('gives up where another session holds a lock, says so in one line, and changes nothing', async () => {
  const db = open('crowded');
  await migrate(db, { schema: 'crowded', directory });
  write('202601030000-names.sql', 'create table names (id int); alter table toys add column name text;');
  await db.transaction(async (reader) => {
    await reader('toys').count();
    await expect(migrate(db, { schema: 'crowded', directory })).rejects.toThrow(
      /^The schema crowded is not migrated: another session holds a lock on its tables\..*nothing was changed\.$/,
    );
  });
  expect(await db.schema.withSchema('crowded').hasTable('names')).toBe(false);
  await migrate(db, { schema: 'crowded', directory });
  expect(await db.schema.withSchema('crowded').hasColumn('toys', 'name')).toBe(true);
  rmSync(join(directory, '202601030000-names.sql'));
});

it('only checks the schema if the migration step did the work', async () => {
  const step = { schema: 'harbour', directory, mode: 'checked' } as const;
  await expect(migrate(open('harbour'), step)).rejects.toThrow(
    /^The schema harbour lacks 202601010000-toys.sql, 202601020000-index.sql.*: run the migration step/,
  );
  expect(await databaseHas('harbour')).toBe(false);
  await migrate(open('harbour'), { schema: 'harbour', directory });
  await migrate(open('harbour'), step);
});

it('lets an older version migrate and start on what a later one has migrated', async () => {
  const db = open('later');
  await migrate(db, { schema: 'later', directory });
  await db('migrations').insert({ name: '299901010000-of-a-later-version.sql' });
  await migrate(db, { schema: 'later', directory });
  await migrate(db, { schema: 'later', directory, mode: 'checked' });
  expect(await done(db)).toContain('299901010000-of-a-later-version.sql');
});

it('rolls a failed migration back, and lets the next process run', async () => {
  const db = open('west');
  write('202601040000-broken.sql', 'create table half (id int); nonsense;');
  await expect(migrate(db, { schema: 'west', directory })).rejects.toThrow(/nonsense/);
  expect(await db.schema.withSchema('west').hasTable('half')).toBe(false);
  rmSync(join(directory, '202601040000-broken.sql'));
  await migrate(open('west'), { schema: 'west', directory });
});
