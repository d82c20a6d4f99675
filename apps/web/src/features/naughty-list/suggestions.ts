import { statusTexts } from '@naughty-list/contracts/case-texts';
import type { Report } from '@naughty-list/contracts/reports';

export const SUGGESTIONS_MAX = 5;

type ListedAccount = Pick<Report, 'username' | 'caseStatus' | 'handleChangedAt'> & {
  aliases?: readonly { username: string; isCurrent?: boolean }[] | undefined;
};

/** A listed name, and what its case says of it. */
export type Suggestion = { username: string; status: string };

/**
 * Up to five distinct usernames and aliases that contain the typed text, case-insensitive; a leading @ is ignored.
 */
export function suggestUsernames(reports: readonly ListedAccount[], typed: string): Suggestion[] {
  const text = typed.trim().replace(/^@/, '').toLowerCase();
  if (text === '') return [];
  const found = new Map<string, Suggestion>();
  const names = reports.flatMap(({ username, aliases = [], caseStatus, handleChangedAt }) => {
    const status = statusTexts[caseStatus ?? 'unreviewed'];
    return [
      { username, status: handleChangedAt ? 'The handle has changed hands' : status },
      ...aliases.map((alias) => ({
        username: alias.username,
        // It may be an innocent's by now.
        status: alias.isCurrent === false ? 'The account left this name' : status,
      })),
    ];
  });
  for (const name of names) {
    const key = name.username.toLowerCase();
    if (key.includes(text) && !found.has(key)) found.set(key, name);
    if (found.size === SUGGESTIONS_MAX) break;
  }
  return [...found.values()];
}

/** The highlighted index after an arrow key; -1 is the text field itself. */
export function moveHighlight(current: number, key: 'ArrowDown' | 'ArrowUp', count: number): number {
  if (count === 0) return -1;
  if (key === 'ArrowDown') return current >= count - 1 ? -1 : current + 1;
  return current === -1 ? count - 1 : current - 1;
}
