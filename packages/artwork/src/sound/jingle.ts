import { dice } from '../drawing/noise.ts';
import { rate, wav } from './wav.ts';

interface Tune {
  /** Semitones above middle C, one per half beat; null rests. */
  melody: readonly (number | null)[];
  /** Semitones above the C two octaves below, one per beat. */
  bass: readonly number[];
  /** A drum on each beat. */
  drum: boolean;
}

const beatSeconds = 0.5;
const hertz = (semitones: number) => 261.63 * 2 ** (semitones / 12);

function add(out: Float32Array, at: number, length: number, sound: (t: number) => number): void {
  const start = Math.round(at * rate);
  const end = Math.min(out.length, start + Math.round(length * rate));
  for (let i = start; i < end; i++) out[i] = (out[i] ?? 0) + sound((i - start) / rate);
}

/** A music box note. */
function note(out: Float32Array, at: number, pitch: number): void {
  const turn = 2 * Math.PI * pitch;
  add(
    out,
    at,
    1.2,
    (t) =>
      Math.min(1, t * 400) *
      (0.5 * Math.sin(turn * t) * Math.exp(-3.2 * t) +
        0.22 * Math.sin(turn * 3 * t) * Math.exp(-7 * t) +
        0.1 * Math.sin(turn * 5.4 * t) * Math.exp(-16 * t)),
  );
}

function bassNote(out: Float32Array, at: number, pitch: number): void {
  add(
    out,
    at,
    beatSeconds,
    (t) =>
      0.42 *
      Math.min(1, t * 200) *
      Math.exp(-3.4 * t) *
      (Math.sin(2 * Math.PI * pitch * t) + 0.25 * Math.sin(4 * Math.PI * pitch * t)),
  );
}

function drum(out: Float32Array, at: number): void {
  add(
    out,
    at,
    0.22,
    (t) => 0.8 * Math.sin(2 * Math.PI * (48 * t + 9 * (1 - Math.exp(-t * 30)))) * Math.exp(-15 * t),
  );
}

/** Sleigh bells shaken once. */
function shake(out: Float32Array, at: number, loud: number): void {
  const next = dice(Math.round(at * 100) + 3);
  let before = 0;
  add(out, at, 0.12, (t) => {
    const white = next() * 2 - 1;
    const high = white - before;
    before = white;
    return loud * 0.12 * high * Math.exp(-34 * t);
  });
}

/** A tune at two beats per second, repeated for as long as a film lasts, as WAV. */
export function jingle(tune: Tune, seconds: number): Buffer {
  const out = new Float32Array(Math.round(seconds * rate));
  const halves = Math.floor((seconds - 0.6) / (beatSeconds / 2));
  for (let half = 0; half < halves; half++) {
    const at = half * (beatSeconds / 2);
    const tone = tune.melody[half % tune.melody.length];
    if (tone !== null && tone !== undefined) note(out, at, hertz(tone));
    shake(out, at, half % 2 === 0 ? 0.6 : 1);
    if (half % 2 === 0) {
      bassNote(out, at, hertz((tune.bass[(half / 2) % tune.bass.length] ?? 0) - 24));
      if (tune.drum) drum(out, at);
    }
  }
  return wav(out, 1.2, 0.6);
}

const _ = null;

/** The films' tunes, written for them. */
export const tunes: Readonly<Record<string, Tune>> = {
  explainer: {
    melody: [
      12,
      _,
      16,
      19,
      17,
      _,
      16,
      14,
      16,
      _,
      12,
      7,
      9,
      _,
      _,
      _,
      14,
      _,
      17,
      21,
      19,
      _,
      17,
      16,
      14,
      11,
      12,
      14,
      12,
      _,
      _,
      _,
    ],
    bass: [0, 7, 5, 7, 0, 7, 9, 4, 5, 9, 7, 0, 7, 7, 0, 7],
    drum: false,
  },
  '50sant': {
    melody: [
      9,
      _,
      _,
      9,
      12,
      _,
      9,
      _,
      7,
      _,
      _,
      7,
      9,
      _,
      4,
      _,
      5,
      _,
      _,
      5,
      9,
      _,
      12,
      _,
      11,
      _,
      8,
      _,
      4,
      _,
      _,
      _,
    ],
    bass: [-3, -3, 9, -3, -5, -5, 7, -5, -7, -7, 5, -7, -8, -8, 4, -8],
    drum: true,
  },
  clubnight: {
    melody: [
      12,
      12,
      _,
      15,
      _,
      12,
      19,
      _,
      17,
      17,
      _,
      15,
      _,
      12,
      10,
      _,
      8,
      8,
      _,
      12,
      _,
      15,
      20,
      _,
      19,
      _,
      17,
      _,
      14,
      11,
      14,
      17,
    ],
    bass: [0, 12, 0, 12, 10, -2, 10, -2, 8, -4, 8, -4, 7, -5, 7, -5],
    drum: true,
  },
  villains: {
    melody: [
      9,
      _,
      8,
      _,
      9,
      _,
      4,
      _,
      _,
      _,
      5,
      4,
      3,
      _,
      4,
      _,
      9,
      _,
      8,
      _,
      9,
      _,
      12,
      _,
      11,
      _,
      10,
      _,
      9,
      _,
      _,
      _,
    ],
    bass: [-3, 4, -3, 4, -3, 4, -4, 4, -3, 4, -3, 4, 5, 4, -3, -3],
    drum: false,
  },
};
