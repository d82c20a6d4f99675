export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/**
 * How a text became another, word by word: what stayed, what went, what came, in reading order. The longest common
 * sequence of words; fit for texts of some thousand characters.
 */
export function wordDifference(before: string, after: string): Piece[] {
  const [old, young] = [words(before), words(after)];
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

/** Words and what is between them, each a token of its own. */
const words = (text: string): string[] => text.split(/(\s+)/u).filter((word) => word !== '');

const at = (table: readonly number[][], i: number, j: number): number => table[i]?.[j] ?? 0;

/** For each pair of ends, how many words both have in common from there on. */
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
