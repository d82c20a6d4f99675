import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { expect, it } from 'vitest';
import { scenes } from '../src/scenes.ts';

const names = scenes.map(({ name }) => name);

it('gives each scene a file of its own', () => {
  expect(names.length).toBeGreaterThan(20);
  expect(names).toEqual([...new Set(names)]);
});

it('knows the scene of every picture in docs/screens', () => {
  const pictures = readdirSync(join(REPOSITORY, 'docs/screens')).filter((file) => file.endsWith('.webp'));
  expect(pictures.length).toBeGreaterThan(0);
  const sceneOf = (file: string) => file.replace(/-(?:desktop|phone)(?:-whole)?\.webp$/, '');
  expect(pictures.map(sceneOf).filter((name) => !names.includes(name))).toEqual([]);
});
