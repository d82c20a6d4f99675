import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachedByCost } from './cached.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Returns 1, 2, 3, …, each after this delay. */
function counting(takesMs: number) {
  let readings = 0;
  const read = async () => {
    readings += 1;
    const answer = readings;
    await new Promise((done) => setTimeout(done, takesMs));
    return answer;
  };
  return { read: cachedByCost(read), readings: () => readings };
}

async function ended<T>(reading: Promise<T>, afterMs: number): Promise<T> {
  await vi.advanceTimersByTimeAsync(afterMs);
  return reading;
}

it('a quick read is repeated at the next scrape', async () => {
  const { read } = counting(3);
  expect(await ended(read(), 3)).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await ended(read(), 3)).toBe(2);
});

it('a slow read is shared by concurrent callers, and cached in proportion to its duration', async () => {
  const { read, readings } = counting(2_000);
  const both = Promise.all([read(), read()]);
  expect(await ended(both, 2_000)).toEqual([1, 1]);
  for (let waited = 0; waited < 590_000; waited += 5_000) {
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await read()).toBe(1);
  }
  expect(readings()).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await read()).toBe(1);
  expect(readings()).toBe(2);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await read()).toBe(2);
});

it('a failure is returned, and the next call reads again', async () => {
  let isUnavailable = true;
  const read = cachedByCost(async () => {
    if (isUnavailable) throw new Error('away');
    return 'there';
  });
  await expect(read()).rejects.toThrow('away');
  isUnavailable = false;
  expect(await read()).toBe('there');
});
