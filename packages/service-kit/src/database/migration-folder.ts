import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './database.ts';

/**
 * A schema and the folder of its migrations: `<timestamp>-<what>.sql`, applied in order and never changed once released.
 * `afterBridge` does what SQL cannot to the rows that were brought over, in the same transaction.
 */
export type Migrated = {
  schema: string;
  directory: string;
  afterBridge?: (db: Database) => Promise<void>;
};

/** The names of a folder's migrations, in order. */
export async function listMigrations(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => /^\d{12}-[a-z0-9-]+\.sql$/.test(name)).sort();
}

/** Runs the statements of a file, as they are or changed. */
export async function runSql(
  db: Database,
  file: string,
  change = (statements: string) => statements,
): Promise<void> {
  // Knex takes a bare question mark for the place of a value.
  await db.raw(change(await readFile(file, 'utf8')).replaceAll('?', '\\?'));
}
