import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The lock is held by the process `pid`. */
export class LockHeldError extends Error {
  readonly pid: number;
  constructor(pid: number) {
    super(`held by process ${pid}`);
    this.pid = pid;
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
    throw errcode === HELD ? new LockHeldError(Number(readFileSync(path, 'utf8'))) : error;
  }
  locks.add(lock);
  return () => {
    if (!locks.delete(lock)) return;
    rmSync(path, { force: true });
    lock.close();
  };
}
