import { spawn } from 'node:child_process';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { node24, root } from './run.mjs';
import { onStarterGone } from './starter.mjs';

/** Starts the whole product and runs until it has stopped. */
export async function run() {
  await ensureInstalled();
  await ensureBuilt();
  return runStack('infra/dev/embedded/src/main.ts');
}

/** Runs a program that starts the stack; resolves to its exit code. */
export function runStack(program) {
  // A separate process group, so that it receives each signal once, from here. When this process is killed, the
  // channel closes and the stack stops by itself.
  const stack = spawn(node24, [program], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stack.kill(signal));
  const { npm_lifecycle_event: startedByNpm } = process.env;
  if (startedByNpm) onStarterGone(() => stack.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    stack.on('error', reject);
    stack.on('exit', (code) => resolve(code ?? 1));
  });
}
