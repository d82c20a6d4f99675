import { describe, expect, it } from 'vitest';
import { freshnessOf } from './catch-up.ts';

const heads = (...times: number[]) => times.map((time, index) => ({ provider: String(index), time }));

const NOW = 1_013;

describe('the freshness of the providers', () => {
  it('is the newest head that a quorum has reached', () => {
    expect(freshnessOf(heads(1_000, 990, 970), { quorum: 1, now: NOW })).toEqual({
      stalled: new Set(),
      headTime: 1_000,
    });
    expect(freshnessOf(heads(1_000, 990, 970), { quorum: 2, now: NOW })).toEqual({
      stalled: new Set(),
      headTime: 990,
    });
  });

  it('excludes a stalled provider, which counts for no quorum', () => {
    expect(freshnessOf(heads(900, 1_000), { quorum: 1, now: NOW })).toEqual({
      stalled: new Set(['0']),
      headTime: 1_000,
    });
    expect(freshnessOf(heads(900, 1_000), { quorum: 2, now: NOW })).toEqual({
      stalled: new Set(['0']),
      headTime: null,
    });
  });

  it('is not set by a head in the future, which would exclude all others', () => {
    expect(freshnessOf(heads(990, 1_000, 9_999), { quorum: 1, now: NOW })).toEqual({
      stalled: new Set(),
      headTime: 1_000,
    });
    expect(freshnessOf(heads(1_000, 9_999), { quorum: 2, now: NOW }).headTime).toBeNull();
  });

  it('follows the heads if our own clock is behind', () => {
    expect(freshnessOf(heads(900, 1_000), { quorum: 1, now: 100 })).toEqual({
      stalled: new Set(['0']),
      headTime: 1_000,
    });
  });

  it('is unknown while no provider reports its head', () => {
    expect(freshnessOf([], { quorum: 1, now: NOW })).toEqual({ stalled: new Set(), headTime: null });
  });
});
