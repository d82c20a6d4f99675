import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PortTakenError } from './ports.ts';
import { ReadableError } from './readable-error.ts';
import { REPOSITORY } from './repository.ts';

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

const STOP_MS = 12_000;
const START_MS = 60_000;
const ROOM_TO_LOG_BYTES = 64 * 1024;
/** Ends the process with this one. */
const preload = new URL('./with-parent.ts', import.meta.url).href;
/** Cached compiled modules: halves the start-up time and saves the type stripper's memory. */
export const COMPILE_CACHE = join(REPOSITORY, 'node_modules', '.cache', 'naughty-list', 'compiled');

export type NodeProcessOptions = {
  name: string;
  entry: string;
  args?: readonly string[];
  env: Record<string, string>;
  /** Receives its output; for its length see {@link rotateLogs}. */
  logFile: string;
  /** Polled until it resolves to true. */
  isReady: () => Promise<boolean>;
};

/**
 * Starts a TypeScript program on this Node and waits until it is ready. It ends with this process, however this one
 * ends.
 * @throws ReadableError when it exits instead, with the last line it wrote, and a full disk or a taken port as the cause
 */
export async function launchNode(options: NodeProcessOptions, signal: AbortSignal): Promise<Running> {
  const { name, entry, args = [], env, logFile, isReady } = options;
  if (!existsSync(entry)) throw new ReadableError(`${name} is not there: ${entry} is missing`);
  const written = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const child = spawnNode([entry, ...args], env, logFile);
  const exited = new Promise<string>((done) => {
    child.once('exit', (code, how) => done(describeExit(code, how)));
    child.once('error', (error) => done(error.message));
  });
  const until = performance.now() + START_MS;
  while (!(await isReady())) {
    const late = performance.now() > until;
    if (signal.aborted || late) child.kill('SIGKILL');
    if (isOver(child) || late || signal.aborted) {
      const reason = late ? `not ready after ${START_MS / 1000} seconds` : await exited;
      const output = readFileSync(logFile).subarray(written).toString();
      const message = `${name} did not start (${reason}): ${lastLine(output)} (see ${logFile})`;
      throw new ReadableError(message, { cause: diskFault(output, dirname(logFile)) ?? portFault(output) });
    }
    await sleep(25);
  }
  return { pid: child.pid ?? 0, exited, stop: () => stop(child, exited) };
}

function spawnNode(program: string[], env: Record<string, string>, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  // A separate session: Ctrl-C in the terminal reaches only this process, which stops the others in order.
  const child = spawn(process.execPath, ['--import', preload, ...program], {
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  return child;
}

async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  if (isOver(child)) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.kill('SIGTERM');
  // A stopped process handles the signal only after SIGCONT.
  child.kill('SIGCONT');
  await exited;
  clearTimeout(timer);
}

function isOver(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** A full disk, which may leave no room to log it. */
function diskFault(output: string, folder: string): Error | undefined {
  const { bavail, bsize } = statfsSync(folder);
  const isFull = bavail * bsize < ROOM_TO_LOG_BYTES || output.includes('ENOSPC');
  return isFull ? new Error('No space left on device') : undefined;
}

function portFault(output: string): PortTakenError | undefined {
  return /EADDRINUSE|\bport \d+ .*is taken/i.test(output) ? new PortTakenError() : undefined;
}

/** The last line; the message of a JSON line. */
function lastLine(output: string): string {
  const line = output.trim().split('\n').at(-1) ?? '';
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed && 'msg' in parsed ? String(parsed.msg) : line;
  } catch {
    return line || 'it wrote nothing';
  }
}
