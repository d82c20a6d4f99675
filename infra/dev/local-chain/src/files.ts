import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The lock is held; `holder` says by whom, for messages. */
export class LockHeldError extends Error {
  readonly holder: string;
  constructor(path: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another process' : `process ${pid}`;
    super(`${dirname(path)} is in use by ${holder}`);
    this.holder = holder;
  }
}

/** SQLITE_BUSY. */
const HELD = 5;

/** Those of this process: one that the garbage collector takes would be free. */
const locks = new Set<DatabaseSync>();

/**
 * Takes a lock for this process. Node has no file locks of its own, but SQLite has; the operating system gives one back
 * however its process ends. The file at `path` names the process.
 * @returns a function that releases the lock
 * @throws LockHeldError when a running process, including this one, holds it
 */
export function takeLock(path: string): () => void {
  const lock = new DatabaseSync(`${path}.sqlite`);
  try {
    lock.exec('begin exclusive');
    writeFileSync(path, `${process.pid}\n`);
  } catch (error) {
    lock.close();
    const { errcode } = error as { errcode?: number };
    if (errcode !== HELD) throw error;
    // The file is missing while its holder starts or stops.
    throw new LockHeldError(path, existsSync(path) ? Number(readFileSync(path, 'utf8')) : undefined);
  }
  locks.add(lock);
  return () => {
    if (!locks.delete(lock)) return;
    rmSync(path, { force: true });
    lock.close();
  };
}

/** Writes a file atomically: after a crash it exists completely or not at all. */
export function writeDurably(path: string, text: string, mode = 0o644): void {
  writeFileSync(`${path}.tmp`, text, { mode, flush: true });
  renameSync(`${path}.tmp`, path);
}
