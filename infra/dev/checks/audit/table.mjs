import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../files.mjs';
import { delivered } from './delivered-graph.mjs';
import { pnpm } from './pnpm.mjs';

/** Direct dependencies that `infra/dev/checks/audit/dependencies.tsv` lacks, or lists with another version. */
export function missingRows() {
  const [, ...rows] = readFileSync(join(root, 'infra/dev/checks/audit/dependencies.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const known = new Map(rows.map((row) => row.split('\t')).map(([name, version]) => [name, version]));
  return Object.entries(directDependencies())
    .filter(([name, version]) => known.get(name) !== version)
    .map(([name, version]) => `infra/dev/checks/audit/dependencies.tsv lacks ${name} ${version}`);
}

function directDependencies() {
  const { code, stdout, stderr } = pnpm('list', '--recursive', '--prod', '--depth', '0', '--json');
  if (code !== 0) throw new Error(`pnpm list: ${stderr}`);
  const parts = new Set(delivered.map((part) => `@naughty-list/${part}`));
  const packages = JSON.parse(stdout).filter(
    ({ name, path }) => parts.has(name) || path.includes('/packages/'),
  );
  const named = packages
    .filter(({ name }) => name !== '@naughty-list/test-kit')
    .flatMap(({ dependencies = {} }) => Object.entries(dependencies));
  return Object.fromEntries(
    named
      .filter(([name]) => !name.startsWith('@naughty-list/'))
      .map(([name, { version }]) => [name, version]),
  );
}
