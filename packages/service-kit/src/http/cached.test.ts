import { afterEach, expect, it, vi } from 'vitest';
import { cached } from './cached.ts';

afterEach(() => void vi.useRealTimers());

it('makes a value once, and evicts the least recently used', () => {
  const made: string[] = [];
  const values = cached<string>({ max: 3 });
  const get = (key: string) =>
    values.get(key, (of) => {
      made.push(of);
      return `value of ${of}`;
    });
  for (const key of ['a', 'b', 'c', 'a', 'd']) expect(get(key)).toBe(`value of ${key}`);
  expect(made).toEqual(['a', 'b', 'c', 'd']);
  for (const key of ['a', 'd', 'c', 'b']) get(key);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
});

it('keeps false, and no key that is too long', () => {
  let made = 0;
  const values = cached<boolean>({ max: 10, longestKey: 3 });
  const get = (key: string) =>
    values.get(key, () => {
      made += 1;
      return false;
    });
  for (const key of ['abc', 'abc', 'abcd', 'abcd']) expect(get(key)).toBe(false);
  expect(made).toBe(3);
});

it('shares a promise, and makes it anew after it was rejected', async () => {
  let made = 0;
  const values = cached<Promise<number>>({ max: 10 });
  const get = () =>
    values.get('key', async () => {
      made += 1;
      if (made === 1) throw new Error('away');
      return made;
    });
  const both = [get(), get()];
  for (const failed of both) await expect(failed).rejects.toThrow('away');
  expect(await Promise.all([get(), get()])).toEqual([2, 2]);
});

it('makes a value anew after its time', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  vi.advanceTimersByTime(1);
  let made = 0;
  const values = cached<number>({ max: 1, ttlMs: 1_000 });
  const get = () => {
    made += 1;
    return made;
  };
  expect(values.get('', get)).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(values.get('', get)).toBe(1);
  vi.advanceTimersByTime(2);
  expect(values.get('', get)).toBe(2);
});
