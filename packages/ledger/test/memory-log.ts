import { type Hash, leafHash } from '@naughty-list/ledger/hashes';
import { growRows, type ReadRow, TILE_WIDTH } from '@naughty-list/ledger/tree';

/** A log in memory, with reads as a store of tiles would answer them. */
export class MemoryLog {
  readonly entries: Buffer[] = [];
  readonly rows: Hash[][] = [];

  readonly read: ReadRow = async (row, from, to) => {
    const border = Math.floor(from / TILE_WIDTH) * TILE_WIDTH + TILE_WIDTH;
    const hashes = (this.rows[row] ?? []).slice(from, to);
    if (to > border || hashes.length !== to - from) throw new Error(`row ${row} has no ${from} to ${to}`);
    return hashes;
  };

  async append(entries: readonly Buffer[]): Promise<void> {
    for (const { row, from, hashes } of await growRows(
      this.read,
      this.entries.length,
      entries.map(leafHash),
    )) {
      this.rows[row] ??= [];
      if (this.rows[row].length !== from) throw new Error(`row ${row} grows at ${from}`);
      this.rows[row].push(...hashes);
    }
    this.entries.push(...entries);
  }
}

export const numbered = (count: number, from = 0): Buffer[] =>
  Array.from({ length: count }, (_, at) => Buffer.from(`entry ${from + at}`));
