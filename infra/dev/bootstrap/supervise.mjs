import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { node24, root } from './run.mjs';

const LONGEST_PAUSE_MS = 5_000;
/** A process that hangs for half a minute is killed. */
const PING_MS = 10_000;
const MOST_UNANSWERED = 3;
/** The default young generation takes 48 MB, which a start fills and V8 never releases. */
const smallNursery = '--max-semi-space-size=4';
/** Compiled modules: halves the time of a start. */
const compileCache = join(root, 'node_modules', '.cache', 'naughty-list', 'compiled');

/**
 * Runs a program that starts the stack, and again when it dies or hangs after it was ready; resolves to its exit code.
 * This process does nothing else. When it is killed, the channel closes and the stack stops by itself.
 */
export async function runStack(program, args = []) {
  const stopping = new AbortController();
  let stack;
  const stop = (signal) => {
    stopping.abort();
    stack?.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const { npm_lifecycle_event: startedByNpm } = process.env;
  if (startedByNpm) onStarterGone(() => stop('SIGTERM'));
  let port;
  for (let pauseMs = 0; ; pauseMs = Math.min(Math.max(pauseMs, 50) * 2, LONGEST_PAUSE_MS)) {
    // A separate process group, so that it receives each signal once, from here.
    stack = spawn(node24, [smallNursery, program, ...args], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: compileCache,
        ...process.env,
        ...(port && { PORT: port }),
      },
    });
    stack.on('message', ({ ready }) => {
      if (!ready) return;
      port = new URL(ready).port;
      pauseMs = 0;
    });
    const how = await ended(stack);
    if (how === 0 || port === undefined || stopping.signal.aborted) return typeof how === 'number' ? how : 1;
    console.log(
      `The stack ended unexpectedly (${typeof how === 'number' ? `exit code ${how}` : how}), starting it again`,
    );
    await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return 0;
  }
}

/** Resolves to the exit code, or the signal. Kills a process that does not answer. */
function ended(stack) {
  let unanswered = 0;
  let isReady = false;
  stack.on('message', () => {
    isReady = true;
    unanswered = 0;
  });
  const timer = setInterval(() => {
    if (isReady && unanswered >= MOST_UNANSWERED) stack.kill('SIGKILL');
    unanswered += 1;
    if (stack.connected) stack.send('ping', () => {});
  }, PING_MS);
  return new Promise((resolve, reject) => {
    stack.on('error', reject);
    stack.on('exit', (code, signal) => resolve(code ?? signal));
  }).finally(() => clearInterval(timer));
}

const onLinux = process.platform === 'linux';

/**
 * Calls back when the parent npm has died without passing on a signal (kill -9). npm runs a script in a shell, which
 * would wait forever.
 */
function onStarterGone(callback) {
  const parent = process.ppid;
  const viaShell = read(parent, 'args').includes('bootstrap.mjs');
  const starter = viaShell ? parentOf(parent) : parent;
  const watch = setInterval(() => {
    const orphaned = process.ppid !== parent || (viaShell && onLinux && parentOf(parent) !== starter);
    if (!orphaned && exists(starter)) return;
    clearInterval(watch);
    callback();
  }, 500);
  watch.unref();
}

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function parentOf(pid) {
  return Number(read(pid, 'ppid'));
}

/** `ppid` or `args` (the command line) of a process; empty when unknown. */
function read(pid, what) {
  try {
    if (!onLinux)
      return execFileSync('ps', ['-o', `${what}=`, '-ww', '-p', String(pid)], { encoding: 'utf8' }).trim();
    if (what === 'args') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, a name in parentheses, may contain spaces; state and parent follow it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    return '';
  }
}
