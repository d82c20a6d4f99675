import { expect, test } from 'vitest';
import { moveHighlight, suggestUsernames } from './suggestions.ts';

const reports = ['Grinch', 'grinch', 'the_grinch', 'Krampus', 'gr1', 'gr2', 'gr3', 'gr4'].map((username) => ({
  username,
}));

test('suggests at most five distinct names that contain the text, case-insensitive', () => {
  expect(suggestUsernames(reports, 'GRIN')).toEqual(['Grinch', 'the_grinch']);
  expect(suggestUsernames(reports, ' @kram ')).toEqual(['Krampus']);
  expect(suggestUsernames(reports, 'gr')).toEqual(['Grinch', 'the_grinch', 'gr1', 'gr2', 'gr3']);
});

test('suggests aliases', () => {
  const renamed = [{ username: 'SolRugKing', aliases: [{ username: 'Queen_2' }, { username: 'SolQueen' }] }];
  expect(suggestUsernames(renamed, 'que')).toEqual(['Queen_2', 'SolQueen']);
  expect(suggestUsernames(renamed, 'sol')).toEqual(['SolRugKing', 'SolQueen']);
});

test('suggests nothing without text', () => {
  expect(suggestUsernames(reports, '  ')).toEqual([]);
  expect(suggestUsernames(reports, '@')).toEqual([]);
});

test('the highlight wraps around through the text field', () => {
  const down = [-1, 0, 1, -1].map((_, index, all) => moveHighlight(all[index] ?? -1, 'ArrowDown', 2));
  expect(down).toEqual([0, 1, -1, 0]);
  expect(moveHighlight(-1, 'ArrowUp', 2)).toBe(1);
  expect(moveHighlight(0, 'ArrowUp', 2)).toBe(-1);
  expect(moveHighlight(-1, 'ArrowDown', 0)).toBe(-1);
});
