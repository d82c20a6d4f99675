import { rugger } from '../actors/rugger.ts';
import { snow } from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { puff, sparks } from '../props/effects.ts';
import { candleFlame } from '../props/greens.ts';
import { rocket } from '../props/tools.ts';
import { shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

function rocketWithFire(p: Pen, t: number, fire: boolean): string {
  const flame = place(candleFlame(p, wave(t, 9)), 0, -2, [1.1, -1.3 - 0.2 * wave(t, 11)]);
  return (fire ? flame : '') + rocket(p);
}

export const rocketFizzle: Loop = {
  title: 'To the moon, but not quite',
  seconds: 3.4,
  ground: 'hills',
  draw: (p, t) => {
    const up = key(t, [
      [0.12, 0],
      [0.36, 150],
      [0.48, 156],
      [0.64, 10],
      [0.86, 10],
      [0.96, 0],
    ]);
    const turn = key(t, [
      [0.42, 0],
      [0.54, 168],
      [0.64, 180],
      [0.86, 180],
      [0.97, 360],
    ]);
    const stuck = t > 0.64 && t < 0.88;
    const fire = t > 0.06 && t < 0.36;
    const x = 300;
    return (
      shadow(x, 246, 34) +
      place(
        rocketWithFire(p, t, fire),
        x,
        240 - up - (stuck ? 84 : turn > 90 ? 84 * part(turn, 90, 180) * (t < 0.7 ? 1 : 0) : 0),
        1,
        turn,
      ) +
      (fire
        ? place(puff(p, 24 * part(t, 0.08, 0.2), '#cfd8d8', 1 - part(t, 0.22, 0.36)), x - 30, 238) +
          place(puff(p, 22 * part(t, 0.08, 0.2), '#cfd8d8', 1 - part(t, 0.22, 0.36)), x + 32, 238)
        : '') +
      (t > 0.36 && t < 0.5
        ? place(puff(p, 12, '#5b6468', 1 - part(t, 0.4, 0.5)), x - 26, 128 - 30 * part(t, 0.36, 0.5)) +
          place(puff(p, 9, '#5b6468', 1 - part(t, 0.42, 0.5)), x + 22, 130)
        : '') +
      place(sparks(p, part(t, 0.62, 0.76), 50, snow), x, 236) +
      place(
        rugger(p, {
          look: [
            0.7,
            key(t, [
              [0.1, -0.1],
              [0.34, -1],
              [0.5, -1],
              [0.64, 0.2],
            ]),
          ],
          mouth: t > 0.46 && t < 0.94 ? (t < 0.66 ? 'oh' : 'frown') : 'grin',
          lid: t > 0.42 && t < 0.64 ? 0 : stuck ? 0.62 : 0.36,
          ears: stuck ? 0.9 : t > 0.46 && t < 0.66 ? -0.8 : 0,
          rightHand: t < 0.36 ? [58, -150 + 6 * wave(t, 8)] : [48, -52],
          leftHand: t < 0.36 ? [-58, -150 - 6 * wave(t, 8)] : [-48, -52],
        }),
        168,
        242,
        0.9,
      ) +
      snowfall(t, 12)
    );
  },
};
