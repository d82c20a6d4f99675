import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isAlive, processIdentity, waitUntilGone } from './processes.ts';

type Entry = { pid: number; identity: string };

const GRACE_MS = 4_000;

/**
 * Records the started processes in a file, so that a start after kill -9 can terminate the remaining ones before it
 * uses their ports.
 */
export class Leftovers {
  readonly #path: string;
  #entries: Entry[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** Terminates processes of an earlier run, after a grace period, since they are about to end by themselves. */
  async clear(): Promise<void> {
    const left = this.#read().filter(({ pid, identity }) => processIdentity(pid) === identity);
    await Promise.all(
      left.map(async ({ pid }) => {
        if (await waitUntilGone(pid, GRACE_MS)) return;
        if (isAlive(pid)) process.kill(pid, 'SIGKILL');
        await waitUntilGone(pid, GRACE_MS);
      }),
    );
  }

  /**
   * Adds a process that was just started. On a full disk it is recorded with the next one: it is already running and
   * ends with this process, while failing here would leave it unsupervised.
   */
  add(pid: number): void {
    const identity = processIdentity(pid);
    if (!identity) return;
    this.#entries = this.#entries.filter((entry) => processIdentity(entry.pid) === entry.identity);
    this.#entries.push({ pid, identity });
    try {
      writeFileSync(`${this.#path}.new`, `${JSON.stringify(this.#entries)}\n`);
      renameSync(`${this.#path}.new`, this.#path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  #read(): Entry[] {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as Entry[];
    } catch {
      return [];
    }
  }
}
