import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { release } from '../src/release.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../..', file), 'utf8');
const files = () => ({
  packageJson: read('package.json'),
  gateway: read('services/gateway/package.json'),
  changelog: '# Changelog\n\n## Unreleased\n\n### Upgrading\n\n### Going back\n\n## 0.1.0\n',
  compose: read('docker-compose.yml'),
});

it('one version names the package, the section of the changelog and every image of ours', () => {
  const { packageJson, gateway, changelog, compose } = release(files(), '9.0.1', '2027-01-06');
  expect(JSON.parse(packageJson).version).toBe('9.0.1');
  expect(JSON.parse(gateway).version).toBe('9.0.1');
  expect(changelog).toContain('## Unreleased\n\n## 9.0.1 — 2027-01-06\n\n### Upgrading');
  expect(compose.match(/naughty-list\S*:\d+\.\d+\.\d+/g)).toEqual([
    'naughty-list:9.0.1',
    'naughty-list/local-chain:9.0.1',
  ]);
});

it('refuses a version that is none or not later, and a changelog without notes for the operator', () => {
  expect(() => release(files(), 'next', '')).toThrow(/^Usage/);
  expect(() => release(files(), '0.0.9', '')).toThrow(/does not come after/);
  expect(() => release({ ...files(), changelog: '# Changelog\n' }, '9.0.0', '')).toThrow(/nothing under/);
  const changelog = '\n## Unreleased\n\n- Something\n';
  expect(() => release({ ...files(), changelog }, '9.0.0', '')).toThrow(/lacks "### Upgrading"/);
});
