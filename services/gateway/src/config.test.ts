import { expect, it } from 'vitest';
import { TrustProxy } from './config.ts';

it.each([
  '0',
  '1',
  '2',
  '10.0.0.0/8',
  '127.0.0.1, ::1',
  'fc00::/7,10.0.0.0/8',
  '173.245.48.0/20,2400:cb00::/32',
])('takes %s', (text) => expect(TrustProxy.safeParse(text).success).toBe(true));

it.each([
  '99',
  '11',
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1,128.0.0.0/1',
  '0.0.0.0/0.0.0.0',
  '2000::/3',
  '::ffff:0:0/96',
  '::ffff:0.0.0.0/96',
  '0:0:0:0:0:ffff::/96',
  Array.from({ length: 256 }, (_, first) => `${first}.0.0.0/8`).join(),
  '1.2.3',
  '1.2.3.4/',
  '1.2.3.4/33',
])('refuses %s', (text) => expect(TrustProxy.safeParse(text).success).toBe(false));
