import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { type Tile, tilePath, unpackEntries } from './entries.ts';
import { HASH_BYTES, type Hash, leafHash } from './hashes.ts';
import type { Verifier } from './note.ts';
import { growRows, proveInclusion, type ReadRow, rootAt, TILE_WIDTH } from './tree.ts';
import { includes } from './verify-proofs.ts';

/** The log is inconsistent, or not what it claims to be. */
export class LogError extends Error {}

/** A log read over its public URLs, at the signed size. */
export type RemoteLog = { url: string; note: string; checkpoint: Checkpoint };

/** @throws LogError when the checkpoint is not signed by the log */
export async function openRemoteLog(url: string, log: Verifier): Promise<RemoteLog> {
  const note = (await fetchBytes(`${url}/checkpoint`)).toString();
  const checkpoint = openCheckpoint(note, log);
  if (!checkpoint) throw new LogError(`the checkpoint is not signed by ${log.name}`);
  return { url, note, checkpoint };
}

/**
 * Reads every entry, rebuilds the tree and compares its root, then checks that it extends the given earlier
 * checkpoints. Returns the entries.
 *
 * @throws LogError
 */
export async function verifyRemoteLog(
  { url, checkpoint }: RemoteLog,
  earlier: readonly Checkpoint[] = [],
): Promise<Buffer[]> {
  const { size, root } = checkpoint;
  const entries: Buffer[] = [];
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    const bundle = unpackEntries(await fetchTile(url, { of: 'entries', index, width }));
    if (bundle.length !== width)
      throw new LogError(`bundle ${index} has ${bundle.length} entries, not ${width}`);
    entries.push(...bundle);
  }
  const rows: Hash[][] = [];
  const read: ReadRow = async (row, from, to) => rows[row]?.slice(from, to) ?? [];
  for (const { row, hashes } of await growRows(read, 0, entries.map(leafHash))) rows[row] = [...hashes];
  if (!(await rootAt(read, size)).equals(root))
    throw new LogError('the entries are not those of the signed tree');
  for (const first of earlier)
    if (first.size > size || !(await rootAt(read, first.size)).equals(first.root))
      throw new LogError(`the log was rewritten: it does not begin with its ${first.size} entries of before`);
  return entries;
}

/**
 * An entry with the proof that the signed tree contains it, read from tiles only.
 *
 * @throws LogError
 */
export async function proveEntry(
  { url, checkpoint: { size, root } }: RemoteLog,
  index: number,
): Promise<{ entry: Buffer; proof: Hash[] }> {
  if (!(Number.isSafeInteger(index) && index >= 0 && index < size))
    throw new LogError(`the log has entries 0 to ${size - 1}`);
  const bundle = Math.floor(index / TILE_WIDTH);
  const width = Math.min(TILE_WIDTH, size - bundle * TILE_WIDTH);
  const entries = unpackEntries(await fetchTile(url, { of: 'entries', index: bundle, width }));
  const entry = entries[index - bundle * TILE_WIDTH];
  const proof = await proveInclusion(tileReader(url, size), index, size);
  if (!entry || !includes({ leaf: leafHash(entry), index, size, root, proof }))
    throw new LogError(`entry ${index} is not in the signed tree`);
  return { entry, proof };
}

/** Reads rows from the tiles of a tree of the size, each tile once. */
function tileReader(url: string, size: number): ReadRow {
  const tiles = new Map<string, Promise<Buffer>>();
  return async (row, from, to) => {
    const index = Math.floor(from / TILE_WIDTH);
    const inRow = Math.floor(size / TILE_WIDTH ** row);
    const tile = { of: row, index, width: Math.min(TILE_WIDTH, inRow - index * TILE_WIDTH) };
    const path = tilePath(tile);
    const reading = tiles.get(path) ?? fetchTile(url, tile);
    tiles.set(path, reading);
    const bytes = await reading;
    const start = from - index * TILE_WIDTH;
    return Array.from({ length: to - from }, (_, at) =>
      bytes.subarray((start + at) * HASH_BYTES, (start + at + 1) * HASH_BYTES),
    );
  };
}

const fetchTile = (url: string, tile: Tile) => fetchBytes(`${url}/tile/${tilePath(tile)}`);

async function fetchBytes(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new LogError(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
