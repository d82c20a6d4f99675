import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';

const file = createRequire(import.meta.url).resolve(
  '@fontsource/berkshire-swash/files/berkshire-swash-latin-400-normal.woff',
);
const bytes = readFileSync(file);
const face = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));

export interface Lettering {
  /** Outlines as path data, with the baseline's start (or middle, or end) at the given place. */
  data: string;
  width: number;
}

/** Words in Berkshire Swash (SIL Open Font License) as outlines, so that no picture needs a font. */
export function lettering(
  words: string,
  x: number,
  y: number,
  size: number,
  anchor: 'start' | 'middle' | 'end' = 'middle',
): Lettering {
  const width = face.getAdvanceWidth(words, size);
  const start = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width;
  return { data: face.getPath(words, start, y, size).toPathData(1), width };
}

/** The same as an SVG path in one colour. */
export function written(
  words: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  anchor: 'start' | 'middle' | 'end' = 'middle',
): string {
  return `<path d="${lettering(words, x, y, size, anchor).data}" fill="${colour}"/>`;
}
