export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** Texts with a smaller share in common are shown as replaced. */
const MIN_COMMON_SHARE = 0.3;

/**
 * The difference of two texts in whole words: one changed part between a common beginning and end. Texts with little in
 * common are one removal and one addition.
 */
export function wordDifference(before: string, after: string): Piece[] {
  const [old, current] = [words(before), words(after)];
  let start = 0;
  while (start < old.length && old[start] === current[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, current.length) - start && old.at(-1 - end) === current.at(-1 - end))
    end += 1;
  const text = (of: string[], from: number, to: number) => of.slice(from, to).join('');
  const [head, tail] = [text(old, 0, start), text(old, old.length - end, old.length)];
  const isSimilar = head.length + tail.length >= MIN_COMMON_SHARE * Math.max(before.length, after.length);
  const pieces: Piece[] = isSimilar
    ? [
        { kind: 'same', text: head },
        { kind: 'removed', text: text(old, start, old.length - end) },
        { kind: 'added', text: text(current, start, current.length - end) },
        { kind: 'same', text: tail },
      ]
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ];
  return pieces.filter(({ text }) => text !== '');
}

/** Words, each with its trailing white space. */
const words = (text: string): string[] => text.match(/\S+\s*|\s+/gu) ?? [];
