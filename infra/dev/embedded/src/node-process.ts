import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadableError } from './readable-error.ts';
import { REPOSITORY } from './repository.ts';
import { describeExit, type Running } from './running.ts';

const STOP_MS = 12_000;
const START_MS = 60_000;
/** V8 lets young objects take 48 MB otherwise, which a start fills and nothing gives back. */
const SMALL_NURSERY = '--max-semi-space-size=4';
/** One pool of memory for the main thread, one for all others: each keeps what was once used in it. */
const FEW_POOLS = { MALLOC_ARENA_MAX: '2' };
/** Modules as they were compiled by an earlier start: saves half of the time and the compiler of types its memory. */
const COMPILE_CACHE = join(REPOSITORY, 'node_modules', '.cache', 'naughty-list', 'compiled');

export type NodeProcessOptions = {
  name: string;
  /** The TypeScript file to run. */
  entry: string;
  args?: readonly string[];
  env: Record<string, string>;
  /** Takes its output; see {@link rotateLogs} for its length. */
  logFile: string;
  /** Asked again and again until it says yes. */
  isReady: () => Promise<boolean>;
  /** Told the process id at once, before it is ready. */
  onSpawn: (pid: number) => void;
};

/**
 * Starts a TypeScript program on this Node and waits until it is ready. It ends with this process, whatever ends this one.
 *
 * @throws ReadableError when it ends instead, with the last line it wrote
 */
export async function launchNode(options: NodeProcessOptions, signal: AbortSignal): Promise<Running> {
  const { name, entry, args = [], env, logFile, isReady, onSpawn } = options;
  if (!existsSync(entry)) throw new ReadableError(`${name} is not there: ${entry} is missing`);
  const child = spawnNode([entry, ...args], env, logFile);
  if (child.pid !== undefined) onSpawn(child.pid);
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
      throw new ReadableError(`${name} did not start (${reason}): ${lastLine(logFile)} (see ${logFile})`);
    }
    await sleep(25);
  }
  return { pid: child.pid ?? 0, exited, stop: () => stop(child, exited) };
}

function spawnNode(program: string[], env: Record<string, string>, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  // A session of its own: Ctrl-C in the terminal reaches us alone, and we stop things in their order.
  const preload = new URL('./end-with-parent.ts', import.meta.url).href;
  const child = spawn(process.execPath, [SMALL_NURSERY, '--import', preload, ...program], {
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...FEW_POOLS, ...env },
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
  // A stopped process takes the signal only when it goes on.
  child.kill('SIGCONT');
  await exited;
  clearTimeout(timer);
}

function isOver(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** The last line of the log; of a JSON line its message. */
function lastLine(logFile: string): string {
  const line = readFileSync(logFile, 'utf8').trim().split('\n').at(-1) ?? '';
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed && 'msg' in parsed ? String(parsed.msg) : line;
  } catch {
    return line || 'it wrote nothing';
  }
}
