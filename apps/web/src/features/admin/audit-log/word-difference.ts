export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** Minimum share of common text for a word-by-word diff. */
const KEPT_AT_LEAST = 0.3;

/**
 * A word diff (kept, removed and added text in reading order) from the longest common subsequence of words. Texts with
 * little in common become one removal and one addition. Suitable for texts of some thousand characters.
 */
export function wordDifference(before: string, after: string): Piece[] {
  const pieces = byWords(words(before), words(after));
  const kept = pieces.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.length : 0), 0);
  if (kept >= KEPT_AT_LEAST * Math.max(before.length, after.length)) return pieces;
  const replaced: Piece[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return replaced.filter(({ text }) => text !== '');
}

function byWords(old: readonly string[], young: readonly string[]): Piece[] {
  const lengths = commonLengths(old, young);
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < young.length) {
    const [left, right] = [old[i], young[j]];
    if (left !== undefined && left === right) {
      append(pieces, 'same', left);
      i += 1;
      j += 1;
    } else if (
      left !== undefined &&
      (right === undefined || at(lengths, i + 1, j) >= at(lengths, i, j + 1))
    ) {
      append(pieces, 'removed', left);
      i += 1;
    } else if (right !== undefined) {
      append(pieces, 'added', right);
      j += 1;
    }
  }
  return pieces;
}

/** Words, each with its trailing white space. */
const words = (text: string): string[] => text.match(/\S+\s*|\s+/gu) ?? [];

const at = (table: readonly number[][], i: number, j: number): number => table[i]?.[j] ?? 0;

/** Lengths of the longest common subsequences for all pairs of suffixes. */
function commonLengths(old: readonly string[], young: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(young.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = table[i];
    if (!row) continue;
    for (let j = young.length - 1; j >= 0; j -= 1) {
      row[j] =
        old[i] === young[j]
          ? at(table, i + 1, j + 1) + 1
          : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

function append(pieces: Piece[], kind: Piece['kind'], text: string): void {
  const last = pieces.at(-1);
  if (last?.kind === kind) last.text += text;
  else pieces.push({ kind, text });
}
