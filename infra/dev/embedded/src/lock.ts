import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { processIdentity } from './processes.ts';

type Holder = { pid: number; identity: string };

/** The lock is held by the process `pid`. */
export class LockHeldError extends Error {
  readonly pid: number;
  constructor(pid: number) {
    super(`held by process ${pid}`);
    this.pid = pid;
  }
}

/**
 * Takes a lock file for this process. A lock of a dead process (kill -9, power failure) is taken over.
 * @returns a function that releases the lock
 * @throws LockHeldError when a running process, including this one, holds it
 */
export function takeLock(path: string): () => void {
  const mine: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${JSON.stringify(mine)}\n`, { mode: 0o644 });
  try {
    // link() fails if the lock exists and publishes it with its full content, unlike open and write.
    while (!tryLink(draft, path)) {
      const holder = readHolder(path);
      if (holder && processIdentity(holder.pid) === holder.identity) throw new LockHeldError(holder.pid);
      setStaleAside(path, holder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(path, { force: true });
}

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock, unless another start has already replaced it. */
function setStaleAside(path: string, stale: Holder | undefined): void {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved && moved.identity !== stale?.identity) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
