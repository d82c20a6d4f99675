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
  return hasEntry(pid) && (process.platform !== 'linux' || statFields(pid)[0] !== 'Z');
}

/** Distinguishes a process from a later one with the same id, by boot and start time. Undefined when it has ended. */
export function processIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return `${boot} ${statFields(pid)[19] ?? ''}`;
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
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

/** The fields of /proc/<pid>/stat from the third (state) on; the second may contain spaces and parentheses. */
function statFields(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
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
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ?? `exit code ${code ?? 'unknown'}`;
}
