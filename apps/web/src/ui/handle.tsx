import { classes } from '../lib/classes.ts';

/** A name in a typeface without look-alike letters; those that differ from another name are underlined. */
export function Handle({ text, other, className }: { text: string; other?: string; className?: string }) {
  const differs = other === undefined ? [] : differing(text, other);
  return (
    <span translate="no" className={classes('handle', className)}>
      {other === undefined
        ? text
        : [...text].map((letter, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: letters have no identity but their place.
            <span key={at} className={differs[at] ? 'underline decoration-4 underline-offset-4' : ''}>
              {letter}
            </span>
          ))}
    </span>
  );
}

/** Which letters of `name` differ, ignoring case. In a name of another length, those between what both begin and end with. */
export function differing(name: string, other: string): boolean[] {
  const [letters, others] = [[...name.toLowerCase()], [...other.toLowerCase()]];
  if (letters.length === others.length) return letters.map((letter, at) => letter !== others[at]);
  let start = 0;
  while (start < letters.length && letters[start] === others[start]) start += 1;
  let end = 0;
  const most = Math.min(letters.length, others.length) - start;
  while (end < most && letters.at(-1 - end) === others.at(-1 - end)) end += 1;
  return letters.map((_, at) => at >= start && at < letters.length - end);
}
