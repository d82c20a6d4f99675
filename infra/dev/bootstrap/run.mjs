import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The workspace's Node 24, which runs everything but this bootstrap. */
export const node24 = join(root, 'node_modules', '.bin', 'node');

/** An error printed as one line at the terminal. */
export function oneLineError(message) {
  return Object.assign(new Error(message), { oneLine: true });
}

/**
 * Runs a program in the repository, with its own tools first on the path.
 *
 * @param {string[]} command program and arguments
 * @param {{ show?: boolean, env?: Record<string, string> }} options `show` lets it write to the terminal
 * @returns {Promise<{ code: number, output: string }>} `output` is empty when it was shown
 */
export function run([program, ...args], { show = false, env = {} } = {}) {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', PATH: path, ...env },
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1), output }));
  });
}

const startedAt = Date.now();

/** Seconds since the command began, for the progress lines of a first run. */
export const elapsed = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;

/** Runs one step of the setup and prints its start and end. */
export async function step(title, work) {
  console.log(`${title} …`);
  const result = await work();
  console.log(`  done, ${elapsed()} since the start`);
  return result;
}
