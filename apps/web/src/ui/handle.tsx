import { classes } from '../lib/classes.ts';

/** A name in letters that cannot be mistaken for each other; those that differ from another name are underlined. */
export function Handle({ text, than, className }: { text: string; than?: string; className?: string }) {
  const differs = than === undefined ? [] : differing(text, than);
  return (
    <span translate="no" className={classes('handle', className)}>
      {than === undefined
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

/** Which letters of a name are not those of another; case does not count. */
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
