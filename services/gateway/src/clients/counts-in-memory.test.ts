import { expect, it } from 'vitest';
import { createMemoryCounts } from './counts-in-memory.ts';

const MINUTE_MS = 60_000;

it('a clock that is set back does not keep a window open for as long', async () => {
  let now = new Date('2026-12-24T12:00:00Z');
  const counts = createMemoryCounts({ now: () => now });
  await counts.add('client', MINUTE_MS);
  expect(await counts.add('client', MINUTE_MS)).toEqual({ count: 2, endsInMs: MINUTE_MS });
  now = new Date('2026-12-24T11:00:00Z');
  expect(await counts.add('client', MINUTE_MS)).toEqual({ count: 1, endsInMs: MINUTE_MS });
});
