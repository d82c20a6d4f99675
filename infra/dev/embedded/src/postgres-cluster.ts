import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresHome } from './postgres-home.ts';
import { ReadableError } from './readable-error.ts';

/** The database role that owns all objects. */
export const DATABASE_USER = 'naughty_list';

/** PostgreSQL's environment: none of the caller's variables, in particular no PG… variable or locale. */
export const POSTGRES_ENV = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates the cluster unless it exists. It is created under another name and renamed once complete, so that a partial
 * one is never used as a database.
 * @throws ReadableError when the cluster belongs to another major version of PostgreSQL
 */
export async function ensureCluster(home: PostgresHome, password: string, fsync: boolean): Promise<void> {
  const versionFile = join(home.cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, 'utf8').trim();
    if (found === home.major) return;
    throw new ReadableError(
      `The database in ${home.cluster} was made by PostgreSQL ${found}, this version runs PostgreSQL ${home.major}: ` +
        'move the data folder away or set DATA_DIR to another one',
    );
  }
  for (const name of readdirSync(home.folder)) {
    // The initdb of a killed start may still be writing.
    const retries = { maxRetries: 20, retryDelay: 50 };
    if (name.startsWith('draft-'))
      rmSync(join(home.folder, name), { recursive: true, force: true, ...retries });
  }
  const draft = join(home.folder, `draft-${randomBytes(4).toString('hex')}`);
  await initdb(home, draft, password, fsync);
  renameSync(draft, home.cluster);
}

async function initdb(home: PostgresHome, draft: string, password: string, fsync: boolean): Promise<void> {
  const passwordFile = `${draft}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  const { uid, gid } = home.runAs;
  if (uid !== undefined && gid !== undefined) chownSync(passwordFile, uid, gid);
  const options = [
    `--pgdata=${draft}`,
    `--username=${DATABASE_USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's own C.UTF-8: the same collation and lower() on every operating system.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(fsync ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(join(home.bin, 'initdb'), options, {
      ...home.runAs,
      cwd: '/',
      env: POSTGRES_ENV,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
