import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The workspace's Node 24, which runs everything but this bootstrap. */
export const node24 = join(root, 'node_modules', '.bin', 'node');

/** An error printed as one line at the terminal. */
function oneLineError(message) {
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
async function step(title, work) {
  console.log(`${title} …`);
  const result = await work();
  console.log(`  done, ${elapsed()} since the start`);
  return result;
}

export const builtWebApp = join(root, 'apps', 'web', 'dist');

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.installed-lockfile');

/** Installs the packages unless those of this lockfile are present. */
export async function ensureInstalled() {
  const stamp = lockfileHash();
  if (existsSync(node24) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const first = existsSync(modules) ? '' : ' (first time: about half a minute)';
  await step(`Installing packages${first}`, install);
  writeFileSync(stampFile, stamp);
}

async function install() {
  rmSync(stampFile, { force: true });
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const pnpm = ['npx', '--yes', `pnpm@${devDependencies.pnpm}`, 'install', '--frozen-lockfile'];
  // With CI set, pnpm does not prompt, even when it replaces packages of an older install.
  const { code, output } = await run(pnpm, { env: { CI: 'true' } }).catch((error) => {
    throw oneLineError(`npx, which comes with Node, cannot be run: ${error.message}`);
  });
  if (code !== 0) {
    process.stderr.write(output);
    throw oneLineError('Installing the packages failed; the reason is above.');
  }
}

function lockfileHash() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Builds the web app; Turborepo restores an earlier build when its inputs have not changed. */
export async function ensureBuilt() {
  if (existsSync(builtWebApp)) return build();
  return step('Building the web app', build);
}

async function build() {
  const { code, output } = await run(
    'turbo run build --filter=@naughty-list/web --output-logs=errors-only'.split(' '),
  );
  if (code === 0) return;
  process.stderr.write(output);
  throw oneLineError('Building the web app failed; the reason is above.');
}
