import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { repository } from './compose.ts';

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
