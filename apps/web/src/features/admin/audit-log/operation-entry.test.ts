import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldChanges, type Piece, wordDifference } from './operation-entry.tsx';

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

const row = {
  id: 7,
  description: 'Took it all.',
  twitterUrl: 'https://x.com/a/status/1',
  removalTxHash: null,
};

test('an edit shows the fields that differ, and nothing else', () => {
  const after = { ...row, description: 'Took nearly all.', isRemoved: true };
  expect(fieldChanges({ before: { ...row, isRemoved: false }, after })).toEqual([
    { label: 'Description', before: 'Took it all.', after: 'Took nearly all.' },
    { label: 'Removed', before: 'no', after: 'yes' },
  ]);
  expect(fieldChanges({ before: row, after: row })).toEqual([]);
});

test('a deleted or created row shows its identifying fields', () => {
  expect(fieldChanges({ before: row, after: null })).toEqual([
    { label: 'Description', before: 'Took it all.', after: undefined },
    { label: 'Link to the post', before: 'https://x.com/a/status/1', after: undefined },
  ]);
  expect(fieldChanges({ before: null, after: row })).toMatchObject([
    { label: 'Description', before: undefined, after: 'Took it all.' },
    { label: 'Link to the post' },
  ]);
  expect(fieldChanges({ before: null, after: null })).toEqual([]);
});

test('an unlabelled field is shown by its key', () => {
  expect(fieldChanges({ before: { a: [1, 2], b: {} }, after: { a: [], b: { c: 1 } } })).toEqual([
    { label: 'a', before: '1, 2', after: undefined },
    { label: 'b', before: '{}', after: '{"c":1}' },
  ]);
});

test('a decision shows its details as display texts', () => {
  const details = {
    decision: 'partly_granted',
    status: 'cleared',
    rule: 'report_false',
    reason: 'The post was forged.',
    handle: 'has changed hands',
    state: 'gone',
    led: 'true',
  };
  expect(fieldChanges({ before: null, after: null, details })).toEqual([
    { label: 'Decision', before: undefined, after: 'Granted in part' },
    { label: 'Status', before: undefined, after: 'Cleared' },
    { label: 'Rule', before: undefined, after: 'The evidence does not support the report.' },
    { label: 'Reason', before: undefined, after: 'The post was forged.' },
    { label: 'Handle', before: undefined, after: 'has changed hands' },
    { label: 'Post on X', before: undefined, after: "not shown as the account's" },
  ]);
  const withdrawn = { before: null, after: null, details: { decision: 'reject' }, who: 'the reporter' };
  expect(fieldChanges(withdrawn)).toEqual([{ label: 'Decision', before: undefined, after: 'Withdrawn' }]);
});
