import { expect, it } from 'vitest';
import { isNotModified } from './encoding.ts';

it.each([
  ['"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['W/"a"', '"a"', true],
  ['"b", W/"a" ,"c"', '"a"', true],
  ['*', '"a"', true],
  ['"b"', '"a"', false],
  ['"b", "c"', '"a"', false],
  ['', '"a"', false],
  ['"a', '"a"', false],
  [undefined, '"a"', false],
  ['*', undefined, false],
])('If-None-Match %o beside the ETag %o is known: %s', (known, etag, expected) => {
  expect(isNotModified({ 'if-none-match': known }, etag)).toBe(expected);
});
