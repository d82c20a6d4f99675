import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isAlive, processIdentity, waitUntilGone } from './processes.ts';

type Entry = { pid: number; identity: string };

const GRACE_MS = 4_000;

/**
 * Remembers in a file which processes were started, so that a start after kill -9 can end what is left of them
 * before it takes their ports.
 */
export class Leftovers {
  readonly #path: string;
  #entries: Entry[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** Ends what an earlier run left behind. They are about to end by themselves, so they get a moment. */
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
   * Adds a process that was just started. Where the disk is full it is noted with the next one: it runs, and ends with this
   * process by itself; giving its start up would leave it behind with nobody to look after it.
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
