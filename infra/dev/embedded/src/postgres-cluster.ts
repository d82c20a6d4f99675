import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresHome } from './postgres-home.ts';
import { commandLine, hasEntry, isAlive, waitUntilGone } from './processes.ts';
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
      `The database in ${home.cluster} was made by PostgreSQL ${found}, but this version runs PostgreSQL ${home.major}: ` +
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

/** Contents of postmaster.pid: the server's process id, and whether it accepts connections. */
type PostmasterFile = { pid: number; ready: boolean };

/** Reads the cluster's postmaster.pid; undefined if absent or still being written. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stops a server that a killed start left on this cluster, or removes its file if the process id is a zombie or belongs
 * to another process. Otherwise the file stays: PostgreSQL itself checks it against shared memory.
 */
export async function clearStalePostmaster(cluster: string, log: (line: string) => void): Promise<void> {
  const file = readPostmasterFile(cluster);
  if (!file || !hasEntry(file.pid)) return;
  if (isAlive(file.pid) && commandLine(file.pid).includes(cluster)) {
    log(`Stopping a PostgreSQL that was left running (process ${file.pid})`);
    await stopPostmaster(file.pid);
  }
  const path = join(cluster, 'postmaster.pid');
  if (existsSync(path)) rmSync(path, { force: true });
}

/** Fast shutdown (rolls back open transactions), then immediate, then kill. PostgreSQL recovers from each. */
export async function stopPostmaster(pid: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, timeoutMs] of steps) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitUntilGone(pid, timeoutMs)) return;
  }
}
