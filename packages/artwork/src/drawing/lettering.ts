import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';

const require = createRequire(import.meta.url);
const file = require.resolve('@fontsource/berkshire-swash/files/berkshire-swash-latin-400-normal.woff');
const bytes = readFileSync(file);
const face = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));

// The library's own toPathData drops the space before a small negative number that rounds to zero.
function pathData(commands: readonly opentype.PathCommand[]): string {
  const n = (value: number) => Math.round(value * 10) / 10 + 0;
  return commands
    .map((command) => {
      if (command.type === 'Z') return 'Z';
      const end = `${n(command.x)} ${n(command.y)}`;
      if (command.type === 'C')
        return `C${n(command.x1)} ${n(command.y1)} ${n(command.x2)} ${n(command.y2)} ${end}`;
      if (command.type === 'Q') return `Q${n(command.x1)} ${n(command.y1)} ${end}`;
      return `${command.type}${end}`;
    })
    .join('');
}

interface Lettering {
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
  return { data: pathData(face.getPath(words, start, y, size).commands), width };
}
