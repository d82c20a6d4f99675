import { lookAlike } from '@naughty-list/contracts/look-alike';

/** Each in place of which mistakes are made. */
const letters = 'abcdefghjklmnopqrstuvwxyz23456789';
/** Shorter names differ from too many by one letter. */
const EDITED_MIN_LENGTH = 5;

/**
 * What similar usernames look like: the same, or with one letter missing, added, changed, or two swapped. About a
 * thousand texts, each found by index: unlike a search for similar text, bounded for every name.
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
