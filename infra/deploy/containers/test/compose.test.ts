import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { environmentOf, interpolate, readCompose, repository } from './compose.ts';

const compose = readCompose();
const services = Object.entries(compose.services);
const product = services.filter(([, { image }]) => image.startsWith('naughty-list/'));

test('docker-compose.yml is what the Compose specification says', () => {
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
  // An image built here has a name as well; the listening address is in a variable.
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

test('only the gateway is reached from outside; what operators look at, from the machine itself', () => {
  const open = services.filter(([, { ports }]) => ports);
  expect(open.filter(([, { profiles }]) => !profiles).map(([name]) => name)).toEqual(['gateway']);
  for (const [name, { ports, profiles }] of open) {
    if (profiles)
      expect(
        ports?.every((port) => port.startsWith('127.0.0.1:')),
        name,
      ).toBe(true);
  }
  expect(compose.networks.inside?.internal).toBe(true);
});

test('the containers of the product are not writable and have no capabilities', () => {
  for (const [name, { read_only, cap_drop }] of product) {
    expect({ name, read_only, cap_drop }).toEqual({ name, read_only: true, cap_drop: ['ALL'] });
  }
});

test('the files that containers read are there', () => {
  const files = services
    .flatMap(([, { volumes }]) => volumes ?? [])
    .filter((volume) => volume.startsWith('./'));
  expect(files.length).toBeGreaterThan(0);
  for (const volume of files)
    expect(existsSync(join(repository, volume.split(':')[0] ?? '')), volume).toBe(true);
});

test('every process of the product starts from a file that is there, after its migration', () => {
  for (const [name, { image, command, depends_on }] of product) {
    const service = image.replace(/^naughty-list\/([a-z-]+):.*$/, '$1');
    const [program, file, mode = 'web'] = command ?? ['node', 'src/main.ts'];
    expect(program).toBe('node');
    expect(existsSync(join(repository, 'services', service, file ?? '')), `${name}: ${file}`).toBe(true);
    if (mode === 'migrate') continue;
    expect(depends_on?.[`${service}-migration`]?.condition).toBe('service_completed_successfully');
  }
});

test('.env.example names every variable that is needed, and none that nobody reads', () => {
  const example = readFileSync(join(repository, '.env.example'), 'utf8');
  const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  const text = readFileSync(join(repository, 'docker-compose.yml'), 'utf8');
  const needed = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining([...new Set(needed)]));
  for (const name of named) expect(text).toMatch(new RegExp(`\\b${name}\\b`));
});

test('variables are put in as compose does', () => {
  const variable = (inside: string) => `\${${inside}}`;
  expect(interpolate(`${variable('A:-x')}:${variable('B')}`, { B: '2' })).toBe('x:2');
  expect(() => interpolate(variable('A:?set it'), { A: '' })).toThrow('A: set it');
  const environment = { A: variable('X:-1'), B: null, C: null };
  expect(environmentOf({ image: '', environment }, { C: '3' })).toEqual({ A: '1', C: '3' });
});
