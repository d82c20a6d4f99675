import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Pen } from '../drawing/pen.ts';
import { artFolder, ffmpeg, toPixels } from '../output.ts';
import { type Backdrop, backdrop, candlelight } from '../scenes/backdrops.ts';

/** Twelve pictures a second, as in drawn films "on twos". */
export const picturesPerSecond = 12;

/** One picture as SVG; the pen redraws its lines in every third picture. */
export function picture(ground: Backdrop, index: number, draw: (p: Pen) => string): string {
  const p = new Pen({ drawing: Math.floor(index / 3) % 3 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 270" width="480" height="270">${backdrop(ground)}${draw(p)}${candlelight(ground)}</svg>`;
}

interface FilmFile {
  /** Below public/art, without extension. */
  name: string;
  width: number;
  height: number;
  /** Raw pictures, four bytes per pixel, one after another. */
  frames: Buffer;
  /** Index of the poster picture. */
  poster: number;
  /** Maximum size of each film in bytes. */
  budget: number;
  /** Maximum size of the poster in bytes. */
  posterBudget: number;
  /** A WAV file; silent when left out. */
  sound?: Buffer;
}

const words = (options: string) => options.split(' ');

/** Writes name.webm (VP9), name.mp4 (H.264) and name.jpg, at the best quality that keeps each within its budget. */
export function encode(film: FilmFile): string {
  const path = join(artFolder, film.name);
  mkdirSync(dirname(path), { recursive: true });
  const size = `${film.width}x${film.height}`;
  const input = words(`-f rawvideo -pix_fmt rgba -s ${size} -r ${picturesPerSecond} -i -`);
  const folder = mkdtempSync(join(tmpdir(), 'film-'));
  const wav = join(folder, 'sound.wav');
  if (film.sound) writeFileSync(wav, film.sound);
  const sound = film.sound ? ['-i', wav] : [];
  const heard = (kind: string) =>
    words(film.sound ? `-c:a ${kind === 'webm' ? 'libopus' : 'aac'} -b:a 72k -flags:a +bitexact` : '-an');
  const plain = words('-map_metadata -1 -fflags +bitexact -flags:v +bitexact');
  const kinds = {
    webm: (worse: number) =>
      words(`-c:v libvpx-vp9 -crf ${30 + worse} -b:v 0 -row-mt 1 -threads 2 -cpu-used 4 -deadline good`),
    mp4: (worse: number) =>
      words(`-c:v libx264 -preset medium -tune animation -crf ${22 + worse} -threads 1 -movflags +faststart`),
  };
  const sizes: string[] = [];
  for (const [kind, options] of Object.entries(kinds)) {
    let bytes = Number.POSITIVE_INFINITY;
    for (let worse = 0; bytes > film.budget && worse <= 24; worse += 4) {
      const output = [...options(worse), ...heard(kind), ...plain, ...words('-pix_fmt yuv420p')];
      ffmpeg([...input, ...sound, ...output, `${path}.${kind}`], film.frames);
      bytes = statSync(`${path}.${kind}`).size;
    }
    sizes.push(`${kind} ${Math.ceil(bytes / 1024)} KB`);
  }
  rmSync(folder, { recursive: true });
  const length = film.width * film.height * 4;
  const still = film.frames.subarray(film.poster * length, (film.poster + 1) * length);
  let posterSize = Number.POSITIVE_INFINITY;
  for (let quality = 5; posterSize > film.posterBudget && quality <= 25; quality += 2) {
    ffmpeg([...input, ...words(`-frames:v 1 -q:v ${quality}`), ...plain, `${path}.jpg`], still);
    posterSize = statSync(`${path}.jpg`).size;
  }
  return `${film.name}  ${sizes.join(', ')}, poster ${Math.ceil(posterSize / 1024)} KB`;
}

/** Draws every picture of a film at a size in pixels; cuts off an extra row caused by rounding. */
export function shoot(
  count: number,
  width: number,
  height: number,
  draw: (index: number) => string,
): { frames: Buffer } {
  const length = width * height * 4;
  const pictures: Buffer[] = [];
  for (let index = 0; index < count; index++) {
    const pixels = toPixels(draw(index), width);
    if (pixels.height < height) throw new Error(`A picture is ${pixels.height} rows high, not ${height}`);
    pictures.push(pixels.rgba.subarray(0, length));
  }
  return { frames: Buffer.concat(pictures) };
}
