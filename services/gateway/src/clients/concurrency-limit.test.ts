import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { streamShareOf } from './networks.ts';

function limits(settings: { total: number; perClient: number }) {
  const refused: string[] = [];
  const { acquire } = createConcurrencyLimit({ ...settings, shareOf: streamShareOf });
  /** Takes a place per address; returns the number granted. */
  const take = (addresses: readonly string[]) =>
    addresses.filter((address) => {
      const { full } = acquire(address);
      if (full) refused.push(full);
      return !full;
    }).length;
  return { acquire, refused, take };
}

const times = (count: number, address: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => address(n));

it.each([
  ['one IPv4 address', () => '203.0.113.7', 10, '/32'],
  ['one /24', (n: number) => `203.0.113.${n % 250}`, 100, '/24'],
  ['one /64', (n: number) => `2001:db8::${n.toString(16)}`, 10, '/64'],
  ['one /56', (n: number) => `2001:db8:0:${(n % 256).toString(16)}::1`, 40, '/56'],
  ['one /48', (n: number) => `2001:db8:0:${n.toString(16)}00::1`, 100, '/48'],
])('%s has a limited number of places', (_who, address, room, limit) => {
  const { take, refused } = limits({ total: 10_000, perClient: 10 });
  const addresses =
    limit === '/48' ? times(256, address).flatMap((each) => [each, each]) : times(1_590, address);
  expect(take(addresses)).toBe(room);
  expect(new Set(refused)).toContain(limit);
  expect(take(['198.51.100.1', '2001:db9::1'])).toBe(2);
});

it('all clients together have a limited number, and a place that is given back is free once', () => {
  const { acquire, take, refused } = limits({ total: 3, perClient: 2 });
  const { release } = acquire('203.0.113.1');
  expect(take(['203.0.113.2', '203.0.113.3', '203.0.113.4'])).toBe(2);
  expect(refused).toEqual(['total']);
  release?.();
  release?.();
  expect(take(['203.0.113.4', '203.0.113.5'])).toBe(1);
});
