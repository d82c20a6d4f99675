export const SUGGESTIONS_MAX = 5;

type ListedAccount = { username: string; aliases?: readonly { username: string }[] | undefined };

/**
 * Up to five distinct usernames and aliases that contain the typed text, case-insensitive; a leading @ is ignored.
 */
export function suggestUsernames(reports: readonly ListedAccount[], typed: string): string[] {
  const text = typed.trim().replace(/^@/, '').toLowerCase();
  if (text === '') return [];
  const found = new Map<string, string>();
  const names = reports.flatMap(({ username, aliases = [] }) => [
    username,
    ...aliases.map((alias) => alias.username),
  ]);
  for (const username of names) {
    const key = username.toLowerCase();
    if (key.includes(text) && !found.has(key)) found.set(key, username);
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
