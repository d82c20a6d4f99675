import { expect, test } from 'vitest';
import { moveHighlight, suggestUsernames } from './check-panel.tsx';

const namesFor = (...asked: Parameters<typeof suggestUsernames>) =>
  suggestUsernames(...asked).map(({ username }) => username);

const reports = ['Grinch', 'grinch', 'the_grinch', 'Krampus', 'gr1', 'gr2', 'gr3', 'gr4'].map((username) => ({
  username,
}));

test('suggests at most five distinct names that contain the text, case-insensitive', () => {
  expect(namesFor(reports, 'GRIN')).toEqual(['Grinch', 'the_grinch']);
  expect(namesFor(reports, ' @kram ')).toEqual(['Krampus']);
  expect(namesFor(reports, 'gr')).toEqual(['Grinch', 'the_grinch', 'gr1', 'gr2', 'gr3']);
});

test('suggests aliases', () => {
  const renamed = [{ username: 'SolRugKing', aliases: [{ username: 'Queen_2' }, { username: 'SolQueen' }] }];
  expect(namesFor(renamed, 'que')).toEqual(['Queen_2', 'SolQueen']);
  expect(namesFor(renamed, 'sol')).toEqual(['SolRugKing', 'SolQueen']);
});

test('says the status of a name: it is read before its card is', () => {
  const [at, aliases] = ['2026-11-01T10:00:00.000Z', [{ username: 'Elf_4', isCurrent: true }]];
  const known = [
    { username: 'elf_1' },
    { username: 'elf_2', caseStatus: 'disputed' as const },
    { username: 'elf_3', caseStatus: 'corroborated' as const, handleChangedAt: at, aliases },
  ];
  expect(suggestUsernames(known, 'elf').map(({ status }) => status)).toEqual([
    'Reported, not reviewed',
    'Disputed by the account',
    'The handle has changed hands',
    'Corroborated',
  ]);
  const left = [{ username: 'Elf_5', isCurrent: false }];
  expect(suggestUsernames([{ username: 'x', caseStatus: 'corroborated', aliases: left }], 'elf')).toEqual([
    { username: 'Elf_5', status: "No longer this account's name" },
  ]);
});

test('suggests nothing without text', () => {
  expect(namesFor(reports, '  ')).toEqual([]);
  expect(namesFor(reports, '@')).toEqual([]);
});

test('the highlight wraps around through the text field', () => {
  const down = [-1, 0, 1, -1].map((_, index, all) => moveHighlight(all[index] ?? -1, 'ArrowDown', 2));
  expect(down).toEqual([0, 1, -1, 0]);
  expect(moveHighlight(-1, 'ArrowUp', 2)).toBe(1);
  expect(moveHighlight(0, 'ArrowUp', 2)).toBe(-1);
  expect(moveHighlight(-1, 'ArrowDown', 0)).toBe(-1);
});
