import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../lifecycle/config.ts';
import type { Database } from './database.ts';
import { type Migrated, runSql } from './migration-folder.ts';

/** The commit whose databases are brought over. Its migrations were recorded by Knex. */
const BEFORE = '9c378a2c';

/**
 * Creates a schema in the caller's transaction. Where one of the commit before is there, its rows come over: it is moved
 * aside as the schema `before`, the service's `bridge-from-<its last migration>.sql` copies what is kept, and it is dropped.
 *
 * @throws ConfigError when other tables are there
 */
export async function bridge(
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
      `The schema ${schema} is not of commit ${BEFORE} (its last migration: ${last ?? 'none'}), so this release cannot take it over and changed nothing: start the release at commit ${BEFORE} on this database once, then this one.`,
    );
  // Copies of the old release that still run write nothing from here on that would be lost.
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

/** Numbers go on from the last one given, though its row may be gone. */
async function continueSequences(db: Database, schema: string): Promise<void> {
  const { rows } = await db.raw(
    `select now_is.sequencename as name from pg_sequences now_is join pg_sequences was using (sequencename)
     where now_is.schemaname = ? and was.schemaname = 'before'`,
    [schema],
  );
  for (const { name } of rows)
    await db.raw('select setval(?, last_value, is_called) from ??', [`${schema}.${name}`, `before.${name}`]);
}
