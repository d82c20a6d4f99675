import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { expect, it } from 'vitest';
import { scenes } from '../src/scenes.ts';

const names = scenes.map(({ name }) => name);

it('gives each scene a file of its own', () => {
  expect(names).toEqual([...new Set(names)]);
});

it('has pictures in docs/screens of every scene, and of none that is gone', () => {
  const pictures = readdirSync(join(REPOSITORY, 'docs/screens')).filter((file) => file.endsWith('.webp'));
  const sceneOf = (file: string) => file.replace(/-(?:desktop|phone)\.webp$/, '');
  expect([...new Set(pictures.map(sceneOf))].sort()).toEqual(names.toSorted());
});
