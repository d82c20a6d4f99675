import { sausage } from '../actors/gentry.ts';
import { robin } from '../actors/robin.ts';
import { place } from '../drawing/pen.ts';
import { key, wave } from '../drawing/time.ts';
import { noiseRings, shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const sausageBow: Loop = {
  title: 'There is a robin under the top hat',
  seconds: 3,
  poster: 0.5,
  ground: 'stage',
  draw: (p, t) => {
    const lift = key(t, [
      [0.14, 0],
      [0.3, 1],
      [0.7, 1],
      [0.86, 0],
    ]);
    return (
      shadow(240, 246, 54) +
      (lift > 0.3
        ? place(
            robin(p, {
              beak: t > 0.42 && t < 0.6 ? Math.abs(wave(t, 8)) : 0,
              wing: t > 0.42 && t < 0.6 ? 0.5 : 0,
              blink: t > 0.62 && t < 0.68 ? 1 : 0,
            }),
            238,
            244 - 156 * 0.96,
            0.58 * Math.min(1, lift * 1.3),
          )
        : '') +
      place(
        sausage(p, {
          hat: [lift * 44, -lift * 34],
          hatTurn: lift * 24,
          rightHand: [52 + lift * 24, -64 - lift * 122 - (1 - lift) * 0],
          leftHand: [-56, -66 - 8 * wave(t, 1)],
          wink: t > 0.34 && t < 0.64,
          look: [0, lift > 0.5 ? -0.6 : 0],
        }),
        240,
        244,
        0.96,
        2.5 * wave(t, 1),
      ) +
      (t > 0.4 && t < 0.62 ? place(noiseRings(p, 0, 34, 1), 268, 80) : '')
    );
  },
};
