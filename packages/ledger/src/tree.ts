import { EMPTY_ROOT, foldComplete, type Hash, nodeHash } from './hashes.ts';

/** Hashes in a full tile (C2SP tlog-tiles: height 8). */
export const TILE_WIDTH = 256;

/**
 * Reads hashes `from` (inclusive) to `to` (exclusive) of a row of tiles. Row 0 has the leaf hashes, row 1 the hash of
 * each full tile of row 0, and so on. Never reads across a tile boundary.
 */
export type ReadRow = (row: number, from: number, to: number) => Promise<readonly Hash[]>;

/** Hashes to append to a row. */
export type RowGrowth = { row: number; from: number; hashes: readonly Hash[] };

/** The hashes that leaves append to a tree of the given size, row by row. */
export async function growRows(read: ReadRow, size: number, leaves: readonly Hash[]): Promise<RowGrowth[]> {
  const grown: RowGrowth[] = [];
  let from = size;
  let hashes = leaves;
  for (let row = 0; hashes.length > 0; row++) {
    grown.push({ row, from, hashes });
    const firstTile = Math.floor(from / TILE_WIDTH);
    const start = firstTile * TILE_WIDTH;
    const known = start < from ? await read(row, start, from) : [];
    const joined = [...known, ...hashes];
    const above: Hash[] = [];
    for (let at = 0; at + TILE_WIDTH <= joined.length; at += TILE_WIDTH) {
      above.push(foldComplete(joined.slice(at, at + TILE_WIDTH)));
    }
    from = firstTile;
    hashes = above;
  }
  return grown;
}

/** The root of the tree at a size (RFC 6962, section 2.1: MTH). */
export async function rootAt(read: ReadRow, size: number): Promise<Hash> {
  return size === 0 ? EMPTY_ROOT : rangeHash(read, 0, size);
}

/** The audit path of a leaf in the tree of a given size (RFC 6962, section 2.1.1: PATH), from the leaf up. */
export async function proveInclusion(read: ReadRow, index: number, size: number): Promise<Hash[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  const path = async (start: number, end: number): Promise<Hash[]> => {
    if (end - start === 1) return [];
    const middle = start + largestPowerBelow(end - start);
    return index < middle
      ? [...(await path(start, middle)), await rangeHash(read, middle, end)]
      : [...(await path(middle, end)), await rangeHash(read, start, middle)];
  };
  return path(0, size);
}

/** The proof that the tree of the first size is a prefix of that of the second (RFC 6962, section 2.1.2: PROOF). */
export async function proveConsistency(read: ReadRow, first: number, second: number): Promise<Hash[]> {
  if (!(first >= 0 && first <= second)) throw new RangeError(`a tree of ${first} cannot grow to ${second}`);
  if (first === 0) return [];
  const prove = async (start: number, end: number, isWhole: boolean): Promise<Hash[]> => {
    if (first === end) return isWhole ? [] : [await rangeHash(read, start, end)];
    const middle = start + largestPowerBelow(end - start);
    return first <= middle
      ? [...(await prove(start, middle, isWhole)), await rangeHash(read, middle, end)]
      : [...(await prove(middle, end, false)), await rangeHash(read, start, middle)];
  };
  return prove(0, second, true);
}

/** The hash over leaves `start` to `end`, which RFC 6962 splits at the largest power of two below their number. */
async function rangeHash(read: ReadRow, start: number, end: number): Promise<Hash> {
  const count = end - start;
  const half = largestPowerBelow(count);
  if (count === 1 || half * 2 === count) return completeHash(read, start, count);
  return nodeHash(await rangeHash(read, start, start + half), await rangeHash(read, start + half, end));
}

/** The hash of a complete subtree, computed from the highest row that contains all of it. */
async function completeHash(read: ReadRow, start: number, count: number): Promise<Hash> {
  let row = 0;
  let span = 1;
  while (span * TILE_WIDTH <= count) {
    span *= TILE_WIDTH;
    row++;
  }
  return foldComplete(await read(row, start / span, (start + count) / span));
}

/** Sizes exceed 32 bits, so no shifts. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
