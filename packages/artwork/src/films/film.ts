import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Pen } from '../drawing/pen.ts';
import { artFolder, ffmpeg, save, toPixels } from '../output.ts';
import { type Backdrop, backdrop, candlelight } from '../scenes/backdrops.ts';
import { jingle, tunes } from '../sound/jingle.ts';
import { explainers, type Film } from './explainers.ts';
import { promos } from './promos.ts';
import { banner, type Shot, wipe } from './shot.ts';

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

/** The film's picture at an index: finds its shot and draws that moment of it. */
function pictureAt(film: Film, index: number): string {
  const time = index / picturesPerSecond;
  let start = 0;
  let shot = film.shots[0];
  for (const next of film.shots) {
    shot = next;
    if (time < start + next.seconds - 1e-6) break;
    start += next.seconds;
  }
  if (!shot) throw new Error(`${film.name} has no shots`);
  const now = Math.min(time - start, shot.seconds);
  const p = new Pen({ drawing: Math.floor(index / 3) % 3 });
  const content =
    shot.draw(p, now / shot.seconds, now) +
    candlelight(shot.ground) +
    (shot.banner ? banner(p, shot.banner, now) : '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 270" width="480" height="270">${backdrop(shot.ground)}${content}${wipe(now, shot.seconds)}</svg>`;
}

function makeFilm(film: Film, folder: string, width: number, height: number, budget: number): void {
  const seconds = film.shots.reduce((sum, shot) => sum + shot.seconds, 0);
  const { frames } = shoot(Math.round(seconds * picturesPerSecond), width, height, (index) =>
    pictureAt(film, index),
  );
  const tune = tunes[film.name];
  const sound = tune ? { sound: jingle(tune, seconds) } : {};
  const poster = Math.round((film.posterAt ?? 1.2) * picturesPerSecond);
  console.log(
    `${encode({ name: `${folder}/${film.name}`, width, height, frames, poster, budget, posterBudget: 48_000, ...sound })}  ${seconds.toFixed(1)} s`,
  );
  save(`${folder}/${film.name}.vtt`, captions(film.shots));
}

/** The four explainers (854 × 480). */
export function makeExplainers(wanted: readonly string[]): void {
  for (const film of explainers)
    if (wanted.length === 0 || wanted.includes(film.name)) makeFilm(film, 'explainers', 854, 480, 1_450_000);
}

/** The six clips of the promotional pages (640 × 360). */
export function makePromos(wanted: readonly string[]): void {
  for (const film of promos)
    if (wanted.length === 0 || wanted.includes(film.name)) makeFilm(film, 'promos', 640, 360, 580_000);
}

function stamp(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}.${String(Math.round((seconds - whole) * 1000)).padStart(3, '0')}`;
}

/** WebVTT captions: one for each shot. */
export function captions(shots: readonly Shot[]): string {
  let at = 0;
  const cues = shots.map((shot) => {
    const from = at;
    at += shot.seconds;
    return `${stamp(from)} --> ${stamp(at - 0.05)}\n${shot.caption}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}
