import { describe, expect, it } from 'vitest';
import { freshnessOf } from './freshness.ts';

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

  it('leaves out a provider that stands still, whose word counts for no quorum', () => {
    expect(freshnessOf(heads(900, 1_000), { quorum: 1, now: NOW })).toEqual({
      stalled: new Set(['0']),
      headTime: 1_000,
    });
    expect(freshnessOf(heads(900, 1_000), { quorum: 2, now: NOW })).toEqual({
      stalled: new Set(['0']),
      headTime: null,
    });
  });

  it('is not set by a head of the future, which would have all others passed over', () => {
    expect(freshnessOf(heads(990, 1_000, 9_999), { quorum: 1, now: NOW })).toEqual({
      stalled: new Set(),
      headTime: 1_000,
    });
    expect(freshnessOf(heads(1_000, 9_999), { quorum: 2, now: NOW }).headTime).toBeNull();
  });

  it('is that of the heads where our own clock is behind', () => {
    expect(freshnessOf(heads(900, 1_000), { quorum: 1, now: 100 })).toEqual({
      stalled: new Set(['0']),
      headTime: 1_000,
    });
  });

  it('is not known while no provider tells its head', () => {
    expect(freshnessOf([], { quorum: 1, now: NOW })).toEqual({ stalled: new Set(), headTime: null });
  });
});
