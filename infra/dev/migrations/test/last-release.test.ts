import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Database, openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { expect, it, onTestFinished } from 'vitest';

// The last release is here as a dump of its schema and data. Its code would go on after a rollback, on the schema of today.

const root = join(import.meta.dirname, '../../../..');
const dump = gunzipSync(readFileSync(join(import.meta.dirname, '9c378a2c.sql.gz'))).toString();
const schemas = {
  analytics: 'analytics',
  'chain-verifier': 'chain',
  gateway: 'gateway',
  membership: 'membership',
  reports: 'reports',
};

const COLUMNS = `
  select format('%s.%s.%s', nspname, relname, attname) as name,
    attnotnull and not atthasdef and attidentity = '' as "mustBeGiven"
  from pg_attribute join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any(?) and relkind in ('r', 'p') and not relispartition
    and attnum > 0 and not attisdropped and relname !~ '^(knex_migrations|migrations$)'`;

type Column = { name: string; mustBeGiven: boolean };

async function open(sql: string): Promise<Database> {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase({ url, schema: 'public', max: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  await db.raw(`create extension if not exists pg_trgm; ${sql.replaceAll('?', '\\?')}`);
  return db;
}

const columnsOf = async (db: Database): Promise<Column[]> =>
  (await db.raw(COLUMNS, [Object.values(schemas)])).rows;

async function migrated(db: Database): Promise<void> {
  const url = db.client.config.connection.connectionString;
  for (const [service, schema] of Object.entries(schemas)) {
    const own = openDatabase({ url, schema });
    const directory = join(root, 'services', service, 'migrations');
    await migrate(own, { schema, directory }).finally(() => own.destroy());
  }
}

it('the changelog names every change of the schema that the last release’s code would stumble over', async () => {
  const db = await open(dump);
  const before = await columnsOf(db);
  await migrated(db);
  const after = await columnsOf(db);
  const tableOf = ({ name }: Column) => name.split('.').slice(0, 2).join('.');
  const tables = new Set(after.map(tableOf));
  const known = new Set(before.map(({ name }) => name));
  const lost = before.filter(({ name }) => !after.some((column) => column.name === name));
  const gone = lost.map((column) => (tables.has(tableOf(column)) ? column.name : tableOf(column)));
  const demanded = after.filter(
    (column) =>
      column.mustBeGiven && !known.has(column.name) && before.some((old) => tableOf(old) === tableOf(column)),
  );
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const goingBack = changelog.slice(changelog.indexOf('### Going back'), changelog.indexOf('\n## 0.1.0'));
  const missing = [...new Set([...gone, ...demanded.map(({ name }) => name)])].filter(
    (name) => !goingBack.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
});
