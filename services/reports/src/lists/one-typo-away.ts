/** Shorter names have too many neighbours one letter away. */
const TYPO_MIN_LENGTH = 5;

/** Whether a look-alike form is another, or is one typo away: a letter missing, added or changed, or two swapped. */
export function isOneTypoAway(form: string, other: string): boolean {
  if (form === other) return true;
  if (form.length < TYPO_MIN_LENGTH) return false;
  let same = 0;
  while (same < form.length && form[same] === other[same]) same += 1;
  const [a, b] = [form.slice(same), other.slice(same)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || isSwapped;
}
