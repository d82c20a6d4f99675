import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Piece, wordDifference } from './operation-entry.tsx';

const short = (pieces: Piece[]) =>
  pieces.map(({ kind, text }) => `${{ same: '=', removed: '-', added: '+' }[kind]}${text}`);

test.each([
  ['one two three', 'one two three', ['=one two three']],
  ['one two three', 'one 2 three', ['=one ', '-two ', '+2 ', '=three']],
  ['', 'new', ['+new']],
  ['gone', '', ['-gone']],
  ['', '', []],
  [
    'the coal of the elf',
    'a reindeer stood on the roof',
    ['-the coal of the elf', '+a reindeer stood on the roof'],
  ],
])('%j became %j', (before, after, pieces) => {
  expect(short(wordDifference(before, after))).toEqual(pieces);
});

test('kept and removed parts form the old text, kept and added parts the new one, for any texts', () => {
  const text = fc.array(fc.constantFrom('coal', 'elf', ' ', '\n', 'سانتا', '🎅'), { maxLength: 30 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [before, after] = [a.join(''), b.join('')];
      const pieces = wordDifference(before, after);
      const without = (kind: Piece['kind']) =>
        pieces.flatMap((piece) => (piece.kind === kind ? [] : [piece.text])).join('');
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }),
  );
});
