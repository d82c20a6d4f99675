import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { LockHeldError, takeLock } from '@naughty-list/local-chain/files';
import { ReadableError } from './readable-error.ts';

/**
 * Creates the data folder if needed and locks it for this process.
 * @returns a function that releases it
 * @throws ReadableError when it is not writable or in use
 */
export function takeDataFolder(dataDir: string): () => void {
  try {
    makeFolders(join(dataDir, 'logs'));
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return takeLock(join(dataDir, 'lock'));
  } catch (error) {
    if (error instanceof LockHeldError) {
      throw new ReadableError(
        `The data folder ${dataDir} is in use by ${error.holder}: stop that one first, or choose another folder, e.g. DATA_DIR=/path/to/folder npm start`,
      );
    }
    const { code } = error as NodeJS.ErrnoException;
    throw new ReadableError(
      `The data folder ${dataDir} cannot be written (${code ?? error}): choose another, e.g. DATA_DIR=/path/to/folder npm start`,
    );
  }
}

/** Creates a folder with its parents. Node's own recursive `mkdir` never returns where the system makes none, as in /proc. */
export function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Reads a secret, created on first use: 64 hexadecimal digits in a file readable by its owner only. */
export function secretFile(path: string): string {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    const file = openSync(draft, 'wx', 0o600);
    writeSync(file, `${randomBytes(32).toString('hex')}\n`);
    fsyncSync(file);
    closeSync(file);
    // link() never exposes a partial secret and never replaces one created concurrently.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

const EVERY_MS = 30_000;
const LONGEST_BYTES = 10_000_000;

/**
 * Keeps the logs of running processes below `longestBytes`, with one older part each (`.previous`). A log is copied and
 * truncated in place like logrotate's `copytruncate`, because its process holds it open for appending; lines written in
 * between are lost. On a full disk it is truncated without a copy.
 */
export function rotateLogs(dataDir: string, longestBytes: number): void {
  const folder = join(dataDir, 'logs');
  const logs = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  for (const log of [...logs, join(dataDir, 'postgres.log')]) {
    if (!log.endsWith('.log') || !existsSync(log) || statSync(log).size <= longestBytes) continue;
    try {
      copyFileSync(log, `${log}.previous`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
    truncateSync(log);
  }
}

/** Checks the logs now and every 30 seconds, until the returned function is called. */
export function keepLogsShort(dataDir: string, log: (line: string) => void): () => void {
  rotateLogs(dataDir, LONGEST_BYTES);
  const timer = setInterval(() => {
    try {
      rotateLogs(dataDir, LONGEST_BYTES);
    } catch (error) {
      log(`The logs in ${dataDir} could not be rotated: ${error instanceof Error ? error.message : error}`);
    }
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
