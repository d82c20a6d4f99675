import { Pen } from '../drawing/pen.ts';
import { save } from '../output.ts';
import { backdrop, candlelight } from '../scenes/backdrops.ts';
import { jingle, tunes } from '../sound/jingle.ts';
import { explainers, type Film } from './explainers.ts';
import { encode, picturesPerSecond, shoot } from './film.ts';
import { promos } from './promos.ts';
import { banner, type Shot, wipe } from './shot.ts';

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
