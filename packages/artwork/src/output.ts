import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

/** Output folder of every picture, film and sound; the files are committed. */
export const publicFolder = join(import.meta.dirname, '../../../apps/web/public');
export const artFolder = join(publicFolder, 'art');

/** Writes a file below `public/art` (or `public`, with a leading slash) and logs it. */
export function save(name: string, content: string | Buffer): void {
  const path = name.startsWith('/') ? join(publicFolder, name) : join(artFolder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  console.log(`${name}  ${Math.ceil(content.length / 1024)} KB`);
}

const encoder = 'ffmpeg';

/** Runs ffmpeg with bytes in and a file or bytes out; on failure, throws with the end of its output. */
export function ffmpeg(args: readonly string[], input?: Buffer): Buffer {
  const done = spawnSync(encoder, ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    input: input ?? Buffer.alloc(0),
    maxBuffer: 1 << 28,
  });
  if (done.error)
    throw new Error('ffmpeg is needed to make films and sounds: apt-get install ffmpeg', {
      cause: done.error,
    });
  if (done.status !== 0) throw new Error(`ffmpeg: ${done.stderr.toString().trim()}`);
  return done.stdout;
}

/** The same picture in 256 colours, at about a third of the size. */
export function fewerColours(png: Buffer): Buffer {
  const filter =
    'split[a][b];[a]palettegen=max_colors=256:stats_mode=full[p];[b][p]paletteuse=dither=bayer:bayer_scale=4';
  return ffmpeg(
    ['-f', 'image2pipe', '-c:v', 'png', '-i', '-', '-vf', filter, '-f', 'image2pipe', '-c:v', 'png', '-'],
    png,
  );
}

/** A Windows icon file that holds PNG pictures of the given sizes. */
export function ico(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

interface Pixels {
  width: number;
  height: number;
  /** Four bytes per pixel: red, green, blue, alpha. */
  rgba: Buffer;
}

/** Draws an SVG at a width in pixels; no fonts and no files outside the text are read. */
function rendered(svg: string, width: number) {
  return new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  }).render();
}

export function toPixels(svg: string, width: number): Pixels {
  const image = rendered(svg, width);
  return { width: image.width, height: image.height, rgba: image.pixels };
}

export function toPng(svg: string, width: number): Buffer {
  return rendered(svg, width).asPng();
}
