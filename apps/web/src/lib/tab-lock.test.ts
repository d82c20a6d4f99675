import { expect, it, vi } from 'vitest';
import { withTabLock } from './tab-lock.ts';

const denied = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) };

it.each([
  ['has none', {}],
  ['denies them', { locks: denied }],
])('where the browser %s, it runs without a lock', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator);
  expect(await withTabLock('any', async (isOnlyTab) => isOnlyTab)).toBe(true);
  vi.unstubAllGlobals();
});

it('what fails under the lock fails, and runs once', async () => {
  const run = vi.fn(() => Promise.reject(new Error('failed')));
  await expect(withTabLock('any', run)).rejects.toThrow('failed');
  expect(run).toHaveBeenCalledOnce();
});
