import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ReadableError } from './readable-error.ts';

const NAME = 'naughty_list';
const WRONG_PASSWORD = '28P01';

/**
 * Creates the product's database unless it is there, and answers its connection string.
 *
 * @throws ReadableError when the password file is not the one that the database was made with
 */
export async function ensureDatabase(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect().catch((error: { code?: string }) => {
    if (error.code !== WRONG_PASSWORD) throw error;
    throw new ReadableError(
      'The password in postgres-password is not the one of the database beside it: bring the old file back, or start with another DATA_DIR',
    );
  });
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [NAME]);
    if (rowCount === 0) await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${NAME}`;
  return url.href;
}

/** Says which database this stack runs on, for commands beside it (`pnpm admin`); readable by its owner only. */
export function tellDatabase(dataDir: string, databaseUrl: string): void {
  const file = join(dataDir, 'database-url');
  writeFileSync(`${file}.new`, `${databaseUrl}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
