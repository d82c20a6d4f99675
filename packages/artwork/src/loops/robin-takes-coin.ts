import { robin } from '../actors/robin.ts';
import { rugger } from '../actors/rugger.ts';
import { place } from '../drawing/pen.ts';
import { key, wave } from '../drawing/time.ts';
import { coin } from '../props/things.ts';
import { shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const robinTakesCoin: Loop = {
  title: 'A robin takes back a coin',
  seconds: 3.2,
  poster: 0.34,
  ground: 'hills',
  draw: (p, t) => {
    const bx = key(t, [
      [0.08, 540],
      [0.36, 268],
      [0.44, 268],
      [0.7, -70],
    ]);
    const by = key(t, [
      [0.08, 40],
      [0.36, 132],
      [0.44, 128],
      [0.7, 20],
    ]);
    const gone = t > 0.42;
    const back = key(t, [
      [0.84, 0],
      [0.96, 1],
    ]);
    const sad = gone && t < 0.84;
    return (
      shadow(200, 246, 46) +
      place(
        rugger(p, {
          rightHand: [64, -106 + (sad ? 10 : 3 * wave(t, 3))],
          leftHand: t > 0.8 && t < 0.9 ? [-24, -62] : [-46, -56],
          look: [gone && t < 0.6 ? -0.9 : 0.9, gone && t < 0.6 ? -0.9 : 0.1],
          mouth: sad ? (t < 0.6 ? 'oh' : 'frown') : 'grin',
          lid: sad ? (t < 0.6 ? 0 : 0.6) : 0.3,
          ears: sad ? 0.8 : -0.2,
        }),
        200,
        242,
        0.96,
      ) +
      (!gone || back > 0
        ? place(
            coin(p, 17, gone ? back : 0.7 + 0.3 * wave(t, 3)),
            263,
            120 - (gone ? 24 * Math.sin(back * Math.PI) : 0),
          )
        : '') +
      (gone && t < 0.72 ? place(coin(p, 15), bx - 44, by + 2) : '') +
      place(
        robin(p, { wing: 0.5 + 0.5 * wave(t, 14), beak: gone ? 0.2 : 0.7 }),
        bx,
        by + 46,
        [-1, 1],
        gone ? 8 : -6,
      ) +
      snowfall(t, 16)
    );
  },
};
