import { TILE_WIDTH } from './tree.ts';

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
