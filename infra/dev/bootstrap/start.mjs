import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt, ensureInstalled, node24, root } from './prepare.mjs';

/** Exit code of a program that is to run on its changed sources. */
const SOURCES_CHANGED = 75;
const LONGEST_PAUSE_MS = 5_000;
/** A process that hangs for half a minute is killed. */
const PING_MS = 10_000;
const MOST_UNANSWERED = 3;
/** The default young generation takes 48 MB, which a start fills and V8 never releases. */
const smallNursery = '--max-semi-space-size=4';
/** Compiled modules: halves the time of a start. */
const compileCache = join(root, 'node_modules', '.cache', 'naughty-list', 'compiled');

/** Starts the whole product and runs until it has stopped. */
export async function run(args) {
  await ensureInstalled();
  await ensureBuilt();
  return runStack('infra/dev/embedded/src/main.ts', args);
}

/** Starts the product from its sources, again when they change, and runs until it has stopped. */
export async function dev() {
  await ensureInstalled();
  // In production React's part of Vite reloads the page instead of its components.
  process.env.NODE_ENV ??= 'development';
  return runStack('infra/dev/bootstrap/dev/main.ts');
}

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
  if (process.env.npm_lifecycle_event) onParentGone(() => stop('SIGTERM'));
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
    if (how === SOURCES_CHANGED) continue;
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

/** Calls back when npm has died without passing on a signal (kill -9). Its script begins with `exec`: no shell is between. */
function onParentGone(callback) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    callback();
  }, 500);
  watch.unref();
}
