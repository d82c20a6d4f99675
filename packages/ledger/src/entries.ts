import { TILE_WIDTH } from './tree.ts';

/** The maximum length of an entry, which is stored in two bytes. */
export const ENTRY_MAX_BYTES = 0xffff;

/** Concatenated entries, each preceded by its length (C2SP tlog-tiles, "Log entries"). */
export function packEntries(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > ENTRY_MAX_BYTES)
        throw new RangeError(`an entry of ${entry.length} bytes is too long`);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** Throws a RangeError if the bundle ends within an entry. */
export function unpackEntries(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bundle.length; ) {
    const start = at + 2;
    const end = start + bundle.readUInt16BE(at);
    if (end > bundle.length) throw new RangeError('the bundle ends within an entry');
    entries.push(bundle.subarray(start, end));
    at = end;
  }
  return entries;
}

/** A tile of hashes in a row, or a bundle of entries; `width` is below 256 for a partial one. */
export type Tile = { of: number | 'entries'; index: number; width: number };

const PATH = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** The path below `/tile/`, as C2SP tlog-tiles has it: `0/x001/x234/067`, `entries/000.p/12`. */
export function tilePath({ of, index, width }: Tile): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const parts = padded.match(/\d{3}/g) ?? [];
  const name = parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/');
  return `${of}/${name}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** Undefined for anything but a tile's canonical path. */
export function parseTilePath(path: string): Tile | undefined {
  const [, of, name, width] = PATH.exec(path) ?? [];
  if (of === undefined || name === undefined) return undefined;
  const tile: Tile = {
    of: of === 'entries' ? of : Number(of),
    index: Number(name.replace(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  return Number.isSafeInteger(tile.index) && tilePath(tile) === path ? tile : undefined;
}
