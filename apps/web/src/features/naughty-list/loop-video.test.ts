import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOOP_COUNT, loopFile, loopIndex, REMOVAL_LOOP_OFFSET } from './loop-video.tsx';

test('a report has the loop of its id modulo 38, and its removal that of the id plus 15', () => {
  expect([1, 37, 38, 39, 1000].map((id) => loopIndex(id))).toEqual([1, 37, 0, 1, 12]);
  expect([1, 22, 23].map((id) => loopIndex(id + REMOVAL_LOOP_OFFSET))).toEqual([16, 37, 0]);
});

test('a missing loop is replaced by the next, and the last by the first', () => {
  expect([0, 1, 2].map((missing) => loopIndex(36, missing))).toEqual([36, 37, 0]);
});

test('every loop has its files', () => {
  for (let index = 0; index < LOOP_COUNT; index += 1) {
    for (const kind of ['webm', 'mp4', 'jpg']) {
      const path = new URL(`../../../public${loopFile(index)}.${kind}`, import.meta.url);
      expect(existsSync(path), path.pathname).toBe(true);
    }
  }
});
