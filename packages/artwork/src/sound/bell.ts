import { dice } from '../drawing/noise.ts';
import { ffmpeg, save } from '../output.ts';
import { rate, wav } from './wav.ts';

/** Strikes a small bell: partials of a church bell, each fading at its own speed, and the knock of the clapper. */
function strike(out: Float32Array, at: number, base: number, loud: number): void {
  const partials = [
    [0.5, 0.35, 1.1],
    [1, 0.7, 0.95],
    [1.183, 0.45, 0.7],
    [1.506, 0.3, 0.55],
    [2, 0.6, 0.5],
    [2.514, 0.28, 0.32],
    [2.662, 0.2, 0.28],
    [3.011, 0.24, 0.24],
    [4.166, 0.16, 0.14],
  ] as const;
  const next = dice(Math.round(base));
  const start = Math.round(at * rate);
  for (let i = start; i < out.length; i++) {
    const t = (i - start) / rate;
    let value = 0;
    for (const [ratio, strength, fade] of partials) {
      const beat = 1 + 0.04 * Math.sin(2 * Math.PI * 5.3 * ratio * t);
      value += strength * beat * Math.sin(2 * Math.PI * base * ratio * t) * Math.exp((-4.2 * t) / fade);
    }
    if (t < 0.006) value += (next() - 0.5) * 1.6 * (1 - t / 0.006);
    out[i] = (out[i] ?? 0) + value * loud;
  }
}

/** A jingle of sleigh bells: many tiny high bells at once. */
function jingle(out: Float32Array, at: number, loud: number): void {
  const next = dice(Math.round(at * 1000) + 5);
  for (let bell = 0; bell < 9; bell++) {
    const start = Math.round((at + next() * 0.05) * rate);
    const pitch = 3300 + next() * 2900;
    for (let i = start; i < Math.min(out.length, start + rate * 0.25); i++) {
      const t = (i - start) / rate;
      out[i] = (out[i] ?? 0) + loud * 0.16 * Math.sin(2 * Math.PI * pitch * t) * Math.exp(-t * 26);
    }
  }
}

/** One bright bell with sleigh bells behind it, 1.5 s: bell.ogg and bell.mp3. */
export function makeBell(): void {
  const samples = new Float32Array(Math.round(rate * 1.5));
  strike(samples, 0.004, 1046.5, 0.8);
  strike(samples, 0.13, 1318.5, 0.45);
  for (const at of [0, 0.13, 0.26]) jingle(samples, at, 0.9);
  const file = wav(samples, 0.12);
  const clean = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
  save('bell.ogg', ffmpeg(['-i', '-', '-c:a', 'libvorbis', '-q:a', '3', ...clean, '-f', 'ogg', '-'], file));
  save(
    'bell.mp3',
    ffmpeg(['-i', '-', '-c:a', 'libmp3lame', '-b:a', '96k', ...clean, '-f', 'mp3', '-'], file),
  );
}
