import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, hasEntry, isAlive, waitUntilGone } from './processes.ts';

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
