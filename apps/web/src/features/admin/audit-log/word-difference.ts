export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** Minimum share of common text for a diff. */
const KEPT_AT_LEAST = 0.3;

/**
 * What an edit replaced, by whole words, in reading order: the text before and after it is the same. Texts with little in
 * common become one removal and one addition.
 */
export function wordDifference(before: string, after: string): Piece[] {
  const [old, young] = [words(before), words(after)];
  let start = 0;
  while (start < old.length && old[start] === young[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, young.length) - start && old.at(-1 - end) === young.at(-1 - end))
    end += 1;
  const text = (of: string[], from: number, to: number) => of.slice(from, to).join('');
  const [head, tail] = [text(old, 0, start), text(old, old.length - end, old.length)];
  const isOneText = head.length + tail.length >= KEPT_AT_LEAST * Math.max(before.length, after.length);
  const pieces: Piece[] = isOneText
    ? [
        { kind: 'same', text: head },
        { kind: 'removed', text: text(old, start, old.length - end) },
        { kind: 'added', text: text(young, start, young.length - end) },
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
