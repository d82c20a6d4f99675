import { expect, it } from 'vitest';
import { keepRecent } from './keep-recent.ts';

it('drops what was asked for longest ago, but for what is pinned', () => {
  const made: string[] = [];
  const kept = keepRecent<string>({ isFull: ({ size }) => size > 3, isPinned: (key) => key === 'page' });
  const get = (key: string) =>
    kept(key, () => {
      made.push(key);
      return key;
    });
  for (const key of ['page', 'a', 'b', 'a', 'c', 'd']) expect(get(key)).toBe(key);
  expect(made).toEqual(['page', 'a', 'b', 'c', 'd']);
  made.length = 0;
  for (const key of ['page', 'd', 'c', 'a']) get(key);
  expect(made).toEqual(['a']);
});
