import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { repository } from './compose.ts';

const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');

test('the Dockerfile has no fault that a linter knows', () => {
  expect(validate(dockerfile)).toEqual([]);
  expect(validate(dockerfile.replace('COPY . .', 'COPPY . .'))).not.toEqual([]);
});

test('its tools have the versions of the workspace', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const workspace = readFileSync(join(repository, 'pnpm-workspace.yaml'), 'utf8');
  expect(dockerfile).toContain(`pnpm@${devDependencies.pnpm} `);
  expect(dockerfile).toContain(`turbo@${devDependencies.turbo}\n`);
  const [major, minor] = /^ {2}node: (\d+)\.(\d+)/m.exec(workspace)?.slice(1).map(Number) ?? [];
  const image = /^ARG NODE_IMAGE=node:(\d+)\.(\d+)\.\d+-/m.exec(dockerfile)?.slice(1).map(Number);
  // Security releases reach the image before they reach npm.
  expect(image?.[0]).toBe(major);
  expect(image?.[1]).toBeGreaterThanOrEqual(minor ?? Number.NaN);
});

test('what runs is not root, and tells whether it lives', () => {
  const last = dockerfile.slice(dockerfile.indexOf('AS service'));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
});
