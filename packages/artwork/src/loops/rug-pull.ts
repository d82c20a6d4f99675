import { rugger } from '../actors/rugger.ts';
import { snow } from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { dizzy, puff } from '../props/effects.ts';
import { rug } from '../props/gifts.ts';
import { candleFlame } from '../props/greens.ts';
import { rocket } from '../props/tools.ts';
import { shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

function _rocketWithFire(p: Pen, t: number, fire: boolean): string {
  return (fire ? place(candleFlame(p, wave(t, 9)), 0, -2, [1.1, -1.3 - 0.2 * wave(t, 11)]) : '') + rocket(p);
}

export const rugPull: Loop = {
  title: 'The Rugger pulls the rug he stands on',
  seconds: 3,
  ground: 'parlour',
  draw: (p, t) => {
    const turn = key(t, [
      [0.3, 0],
      [0.42, -104],
      [0.47, -82],
      [0.52, -90],
      [0.86, -90],
      [0.97, 0],
    ]);
    const hop = key(t, [
      [0.3, 0],
      [0.37, 34],
      [0.44, 0],
      [0.86, 0],
      [0.92, 26],
      [0.97, 0],
    ]);
    const rugX =
      key(t, [
        [0.28, 240],
        [0.42, 590],
      ]) -
      (t > 0.8
        ? key(t, [
            [0.8, 0],
            [0.8001, 700],
          ])
        : 0) +
      key(t, [
        [0.84, 0],
        [0.98, t > 0.8 ? 350 : 0],
      ]);
    const down = t > 0.4 && t < 0.9;
    const reach = key(t, [
      [0, 0],
      [0.14, 1],
      [0.3, 1],
      [0.36, 0],
    ]);
    const body = rugger(p, {
      mouth: down ? 'frown' : t > 0.28 && t < 0.4 ? 'oh' : 'grin',
      lid: down ? 0.6 : t > 0.28 && t < 0.4 ? 0 : 0.42,
      ears: down ? 0.9 : -0.2,
      leftHand: down ? [-60, -80] : [-46 + reach * 60, -50 + reach * 26 - hop],
      rightHand: down ? [58, -100] : [50 + reach * 14, -50 + reach * 26 - hop],
      leftFoot: down ? [-26, -6] : [-18, -4],
      look: [reach, reach * 0.5],
      nod: [reach * 10, reach * 10],
    });
    return (
      shadow(240, 244, 70) +
      place(
        rug(
          p,
          92,
          key(t, [
            [0.14, 0],
            [0.28, 1],
            [0.34, 0.4],
          ]),
        ),
        rugX,
        232,
      ) +
      place(
        body,
        240 +
          key(t, [
            [0.3, 0],
            [0.42, 40],
            [0.86, 40],
            [0.97, 0],
          ]),
        240 - hop - 30 * Math.sin((Math.abs(turn) * Math.PI) / 180),
        0.98,
        turn,
      ) +
      (t > 0.42 && t < 0.6
        ? place(puff(p, 30 * part(t, 0.42, 0.55), snow, 1 - part(t, 0.46, 0.6)), 180, 236)
        : '') +
      (down && t > 0.5 ? place(dizzy(p, part(t, 0.5, 0.88), 2), 128, 198) : '')
    );
  },
};
