import { lookAlike } from '@naughty-list/contracts/look-alike';

/** The characters of a look-alike form, tried at each position. */
const letters = 'abcdefghjklmnopqrstuvwxyz23456789';
/** Shorter names have too many neighbours one letter away. */
const EDITED_MIN_LENGTH = 5;

/**
 * The look-alike forms of a username and of those one typo away: a letter missing, added or changed, or two swapped.
 * About a thousand forms, each found by index, so the cost is bounded for every name, unlike a fuzzy search.
 */
export function similarForms(username: string): string[] {
  const name = lookAlike(username);
  const found = new Set([name]);
  if (name.length < EDITED_MIN_LENGTH) return [...found];
  for (let at = 0; at <= name.length; at += 1) {
    const [before, after] = [name.slice(0, at), name.slice(at)];
    found.add(before + after.slice(1));
    if (after.length > 1) found.add(`${before}${after.charAt(1)}${after.charAt(0)}${after.slice(2)}`);
    for (const letter of letters) {
      found.add(before + letter + after);
      if (after !== '') found.add(before + letter + after.slice(1));
    }
  }
  return [...found];
}
