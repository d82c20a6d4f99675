import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether this process id is in use by any process, including zombies. */
export function hasEntry(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process with this id is running; false for a zombie. */
export function isAlive(pid: number): boolean {
  if (!hasEntry(pid) || process.platform !== 'linux') return hasEntry(pid);
  try {
    // The name before the state may contain spaces and parentheses.
    return !/\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The command line of a process with its arguments; empty if unreadable. */
export function commandLine(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'args=', '-ww', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** Waits until the process has ended; false if it still exists after `timeoutMs`. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > until) return false;
    await sleep(10);
  }
  return true;
}

/** A process that has started and is ready, or an external part. */
export type Running = {
  /** Undefined for an external part. */
  pid: number | undefined;
  /** Resolves when the process has ended, to how: `exit code 1`, `SIGKILL`. */
  exited: Promise<string>;
  /** Terminates it, by force after a grace period; resolves once it has ended. Idempotent. */
  stop(): Promise<void>;
};

/** Starts a process and resolves when it is ready; aborts and cleans up on the signal. */
export type Launch = (signal: AbortSignal) => Promise<Running>;

/** How a child process ended, from its `exit` event. */
export const describeExit = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal ?? `exit code ${code ?? 'unknown'}`;
