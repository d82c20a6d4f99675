import { expect, it } from 'vitest';
import { networksOf } from './networks.ts';

it.each([
  ['203.0.113.7', ['203.0.113.7/32', '203.0.113.0/24']],
  ['::ffff:203.0.113.7', ['203.0.113.7/32', '203.0.113.0/24']],
  ['2001:db8:1:23ff::1', ['2001:db8:1:23ff::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48']],
  ['2001:db8:1:00ff::1', ['2001:db8:1:ff::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['unknown', ['unknown']],
])('knows the networks of %s', (address, keys) => {
  expect(networksOf(address).map(({ key }) => key)).toEqual(keys);
});
