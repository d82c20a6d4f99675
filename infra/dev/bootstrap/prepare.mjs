import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node24, oneLineError, root, run, step } from './run.mjs';

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
