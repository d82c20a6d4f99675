import { expect, test } from 'vitest';
import { shortenMiddle } from './shorten.ts';

test('a long hash keeps its head and its tail', () => {
  expect(shortenMiddle('5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb')).toBe('5VERv8…JjBRnb');
  expect(shortenMiddle('abcdefghij', 2, 2)).toBe('ab…ij');
});

test('a text that would not get shorter stays whole', () => {
  expect(shortenMiddle('LISTBURN007')).toBe('LISTBURN007');
  expect(shortenMiddle('abcde', 2, 2)).toBe('abcde');
  expect(shortenMiddle('')).toBe('');
});
