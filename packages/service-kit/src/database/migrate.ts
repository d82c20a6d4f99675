import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../lifecycle/config.ts';
import type { Database } from './database.ts';

/**
 * A schema and the folder of its migrations: `<timestamp>-<what>.sql`, applied in order and never changed once released.
 * `afterBridge` does what SQL cannot to the rows of the old commit, in the same transaction.
 */
export type Migrated = {
  schema: string;
  directory: string;
  afterBridge?: (db: Database) => Promise<void>;
};

/** Whether a process runs migrations at startup, or only checks that they have run. */
export type MigrationMode = 'run' | 'checked';

/** How long a statement waits for a table's lock, behind which the table's users queue. */
const LOCK_TIMEOUT_MS = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Applies a schema's missing migrations, all in one transaction. One advisory lock per database orders processes that start
 * together. Migrations of a later release are left alone.
 *
 * @throws ConfigError when a schema is of an unknown release, a lock was not released in time, or a migration is missing in
 * mode `checked`, which changes nothing
 */
export async function migrate(
  db: Database,
  { mode = 'run', ...migrated }: Migrated & { mode?: MigrationMode },
): Promise<void> {
  if (mode === 'checked') return checkMigrated(db, migrated);
  const { schema } = migrated;
  await db
    .transaction(async (trx) => {
      await trx.raw("select pg_advisory_xact_lock(hashtext('migrate'))");
      await trx.raw(`set local statement_timeout = 0; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await applyMissing(trx, migrated);
    })
    .catch((error: { code?: unknown }) => {
      if (error.code !== LOCK_NOT_AVAILABLE) throw error;
      throw new ConfigError(
        `The schema ${schema} is not migrated: another session holds a lock on its tables. Wait for it to end, or end it, and start again: nothing was changed.`,
      );
    });
}

async function applyMissing(db: Database, migrated: Migrated): Promise<void> {
  const { schema, directory } = migrated;
  const apply = async (name: string) => {
    await runSql(db, join(directory, name));
    await db.withSchema(schema).table('migrations').insert({ name });
  };
  const create = async () => {
    await db.raw('create table ?? (name text not null, applied_at timestamptz not null default now())', [
      `${schema}.migrations`,
    ]);
  };
  const [first = '', ...later] = await listMigrations(directory);
  const done = await listApplied(db, schema);
  if (done) {
    for (const name of [first, ...later].filter((each) => !done.includes(each))) await apply(name);
    return;
  }
  if (!(await exists(db, 'to_regnamespace', schema))) await db.raw('create schema ??', [schema]);
  await bridge(db, migrated, async () => {
    await create();
    await apply(first);
  });
  for (const name of later) await apply(name);
}

/** The applied migrations; undefined without a table of them. */
async function listApplied(db: Database, schema: string): Promise<string[] | undefined> {
  if (!(await exists(db, 'to_regclass', `${schema}.migrations`))) return undefined;
  return db.withSchema(schema).table('migrations').pluck('name');
}

async function exists(db: Database, find: 'to_regclass' | 'to_regnamespace', name: string): Promise<boolean> {
  const { rows } = await db.raw(`select ${find}(?) is not null as found`, [name]);
  return rows[0].found;
}

async function checkMigrated(db: Database, { schema, directory }: Migrated): Promise<void> {
  const done = (await listApplied(db, schema)) ?? [];
  const missing = (await listMigrations(directory)).filter((name) => !done.includes(name));
  if (missing.length === 0) return;
  throw new ConfigError(
    `The schema ${schema} lacks ${missing.join(', ')}: run the migration step (node src/main.ts migrate) before this version.`,
  );
}

/** The old commit whose databases can be taken over. Knex recorded its migrations. */
const OLD_COMMIT = '9c378a2c';

/**
 * Creates a schema in the caller's transaction. One of the old commit is renamed to `before`, the service's
 * `bridge-from-<its last migration>.sql` copies its rows, and it is dropped.
 *
 * @throws ConfigError when the schema has other tables
 */
async function bridge(
  db: Database,
  { schema, directory, afterBridge }: Migrated,
  create: () => Promise<void>,
): Promise<void> {
  const tables = await tablesOf(db, schema);
  if (tables.length === 0) return create();
  const name = (await readdir(directory)).find((each) => each.startsWith('bridge-from-'));
  const last = tables.includes('knex_migrations')
    ? (await db.withSchema(schema).table('knex_migrations').max('name as name').first())?.name
    : undefined;
  if (!name || name !== `bridge-from-${last}`.replace(/\.ts$/, '.sql'))
    throw new ConfigError(
      `The schema ${schema} is not of commit ${OLD_COMMIT} (its last migration: ${last ?? 'none'}), so this release cannot take it over and changed nothing: start the release at commit ${OLD_COMMIT} on this database once, then this one.`,
    );
  // Processes of the old release may still run: what they wrote from here on would be lost.
  for (const table of tables) await db.raw('lock table ?? in access exclusive mode', [`${schema}.${table}`]);
  await db.raw('alter schema ?? rename to before; create schema ??', [schema, schema]);
  await create();
  const withTriggers = await tablesWithTriggers(db, schema);
  for (const table of withTriggers) await db.raw('alter table ?? disable trigger user', [table]);
  await runSql(db, join(directory, name));
  await afterBridge?.(db);
  for (const table of withTriggers) await db.raw('alter table ?? enable trigger user', [table]);
  await continueSequences(db, schema);
  await db.raw('drop schema before cascade');
}

async function tablesOf(db: Database, schema: string): Promise<string[]> {
  return db('pg_tables').where({ schemaname: schema }).orderBy('tablename').pluck('tablename');
}

async function tablesWithTriggers(db: Database, schema: string): Promise<string[]> {
  const { rows } = await db.raw(
    `select distinct relname from pg_trigger join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and relnamespace = to_regnamespace(?)`,
    [schema],
  );
  return rows.map(({ relname }: { relname: string }) => `${schema}.${relname}`);
}

/** Sequences continue after the last number that they gave, even if its row was deleted. */
async function continueSequences(db: Database, schema: string): Promise<void> {
  const { rows } = await db.raw(
    `select new.sequencename as name from pg_sequences new join pg_sequences old using (sequencename)
     where new.schemaname = ? and old.schemaname = 'before'`,
    [schema],
  );
  for (const { name } of rows)
    await db.raw('select setval(?, last_value, is_called) from ??', [`${schema}.${name}`, `before.${name}`]);
}

/** The names of a folder's migrations, in order. */
export async function listMigrations(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => /^\d{12}-[a-z0-9-]+\.sql$/.test(name)).sort();
}

/** Runs the statements of a file, after `change`. */
export async function runSql(
  db: Database,
  file: string,
  change = (statements: string) => statements,
): Promise<void> {
  // Knex takes an unescaped question mark for a placeholder.
  await db.raw(change(await readFile(file, 'utf8')).replaceAll('?', '\\?'));
}
