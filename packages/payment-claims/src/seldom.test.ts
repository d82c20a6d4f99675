import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { seldom } from './seldom.ts';

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
  return { read: seldom(read), readings: () => readings };
}

async function ended<T>(reading: Promise<T>, afterMs: number): Promise<T> {
  await vi.advanceTimersByTimeAsync(afterMs);
  return reading;
}

it('what is quick is fresh at the next scrape', async () => {
  const { read } = counting(3);
  expect(await ended(read(), 3)).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await ended(read(), 3)).toBe(2);
});

it('what is slow is read once, whoever asks meanwhile, and not again for as long as it was slow', async () => {
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

it('what fails is told, and read again', async () => {
  let isAway = true;
  const read = seldom(async () => {
    if (isAway) throw new Error('away');
    return 'there';
  });
  await expect(read()).rejects.toThrow('away');
  isAway = false;
  expect(await read()).toBe('there');
});
