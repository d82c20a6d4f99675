import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '@naughty-list/local-chain/files';
import pg from 'pg';
import type { Running } from './processes.ts';
import { ReadableError } from './readable-error.ts';

const NAME = 'naughty_list';
const WRONG_PASSWORD = '28P01';

/**
 * Creates the product's database unless it exists, and returns its connection string.
 * @throws ReadableError when the password file does not match the database
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

/** What Debian 12 has. */
export const OLDEST_MAJOR = 15;

/**
 * Checks that an external database is usable, and returns it as a part that this stack neither starts nor stops.
 * @throws ReadableError when it is unreachable or too old
 */
export async function connectElsewhere(url: string): Promise<Running> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  const place = describeDatabase(url);
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major");
    const { major } = rows[0];
    if (major < OLDEST_MAJOR)
      throw new ReadableError(
        `DATABASE_URL (${place}) is PostgreSQL ${major}: ${OLDEST_MAJOR} or newer is needed`,
      );
  } catch (error) {
    if (error instanceof ReadableError) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new ReadableError(
      `DATABASE_URL (${place}) cannot be used: ${reason}. Correct it, or unset it to start the bundled PostgreSQL`,
    );
  } finally {
    await client.end().catch(() => {});
  }
  return { pid: undefined, exited: new Promise(() => {}), stop: () => Promise.resolve() };
}

/** Names the database that the data of this folder was moved to. */
export const movedFile = (dataDir: string): string => join(dataDir, 'moved-to');

/** @throws ReadableError when the data of this folder was moved: two logs must not grow under one name */
export function refuseMoved(dataDir: string): void {
  const file = movedFile(dataDir);
  if (!existsSync(file)) return;
  throw new ReadableError(
    `The data in ${dataDir} was moved to ${readFileSync(file, 'utf8').trim()}: set DATABASE_URL to that, or remove ${file} to go on here`,
  );
}

/** Host, port and name of a database, without user and password. */
export function describeDatabase(url: string): string {
  if (!URL.canParse(url)) return 'not a URL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Records the database of this stack for other commands (`pnpm admin`); readable by its owner only. */
export const writeDatabaseUrl = (dataDir: string, databaseUrl: string): void =>
  writeDurably(join(dataDir, 'database-url'), `${databaseUrl}\n`, 0o600);
