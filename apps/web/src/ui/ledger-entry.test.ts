import { expect, test } from 'vitest';
import { previewWords } from './ledger-entry.tsx';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

test('twenty words stay whole, the twenty-first becomes an ellipsis', () => {
  expect(previewWords(words(20))).toBe(words(20));
  expect(previewWords(words(21))).toBe(`${words(20)}...`);
});

test('line breaks and runs of spaces count as one space', () => {
  expect(previewWords('  one\n\ntwo\t three ')).toBe('one two three');
  expect(previewWords('')).toBe('');
});
