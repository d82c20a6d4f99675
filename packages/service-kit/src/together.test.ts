import { expect, it } from 'vitest';
import { together } from './together.ts';

/** Runs that are let go by hand. */
function heldRuns(limits: { runs: number; items: number }) {
  const runs: (PromiseWithResolvers<number[]> & { items: readonly number[] })[] = [];
  const add = together<number, number>((items) => {
    const held = Promise.withResolvers<number[]>();
    runs.push({ ...held, items });
    return held.promise;
  }, limits);
  return { runs, add };
}

it('what comes while a run is under way is done together by the next, each with its own result', async () => {
  const { runs, add } = heldRuns({ runs: 1, items: 2 });
  const results = [1, 2, 3, 4].map(add);
  expect(runs.map(({ items }) => items)).toEqual([[1]]);
  runs[0]?.resolve([10]);
  await expect.poll(() => runs.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  runs[1]?.resolve([20, 30]);
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.resolve([40]);
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40]);
});

it('a run that fails is told to its own items alone', async () => {
  const { runs, add } = heldRuns({ runs: 2, items: 10 });
  const failing = add(1);
  const other = add(2);
  const later = add(3);
  runs[0]?.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await expect.poll(() => runs.length).toBe(3);
  runs[1]?.resolve([20]);
  runs[2]?.resolve([30]);
  expect(await Promise.all([other, later])).toEqual([20, 30]);
});
