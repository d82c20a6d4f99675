import { expect, it } from 'vitest';
import { inTime } from './in-time.ts';

const never = new Promise<never>(() => {});
const waiting = { what: 'everybody', missing: () => ['one who pays', 'a gateway'] };

it('what is done before the deadline, well or badly, is what comes of it', async () => {
  const { signal } = new AbortController();
  expect(await inTime(signal, Promise.resolve(7), waiting)).toBe(7);
  await expect(inTime(signal, Promise.reject(new Error('broken')), waiting)).rejects.toThrow('broken');
});

it('a deadline that comes first says what was waited for, and what was missing at that moment', async () => {
  const deadline = new AbortController();
  const missing: string[] = [];
  const late = inTime(deadline.signal, never, { ...waiting, missing: () => missing });
  missing.push('one who pays', 'a gateway');
  deadline.abort();
  const message = 'Out of time, waiting for everybody; still missing: 2\n  one who pays\n  a gateway';
  await expect(late).rejects.toThrow(message);
  await expect(inTime(deadline.signal, never, waiting)).rejects.toThrow(message);
});
