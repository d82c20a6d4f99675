import { rugger } from '../actors/rugger.ts';
import { coal, cranberry, gold, snow } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { clamp, key, part, wave } from '../drawing/time.ts';
import { puff, sparks } from '../props/effects.ts';
import { coin } from '../props/things.ts';
import { shadow, soot } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const pumpAndPop: Loop = {
  title: 'Pump and dump',
  seconds: 3.2,
  poster: 0.5,
  ground: 'stage',
  draw: (p, t) => {
    const pumping = t < 0.56;
    const stroke = pumping ? 0.5 + 0.5 * wave(t, 5 / 0.56, -0.25) : 1;
    const size =
      t < 0.58
        ? 0.5 + Math.floor(clamp(t / 0.56) * 5 + 0.3) * 0.26 + 0.06 * wave(t, 12)
        : key(t, [
            [0.86, 0],
            [0.98, 0.5],
          ]);
    const boom = part(t, 0.58, 0.74);
    const dirty = key(t, [
      [0.58, 0],
      [0.6, 1],
      [0.84, 1],
      [0.94, 0],
    ]);
    const pose = { leftHand: [70, -70 - stroke * 34] as const, rightHand: [84, -70 - stroke * 34] as const };
    return (
      shadow(160, 246, 44) +
      place(
        rugger(p, {
          ...pose,
          mouth: dirty > 0.5 ? 'oh' : 'grin',
          lid: dirty > 0.5 ? 0 : 0.4,
          look: [0.9, dirty > 0.5 ? 0 : -0.5],
          ears: dirty > 0.5 ? 0.7 : 0,
          nod: [4, pumping ? (1 - stroke) * 10 : 0],
        }) + place(soot(dirty * 0.8), 4, 0),
        150,
        242,
        0.92,
      ) +
      place(
        p.path(`M0 -38V${-66 - stroke * 32}M-18 ${-66 - stroke * 32}H18`, { width: 6 }) +
          p.box(-13, -44, 26, 46, { fill: cranberry }, 3) +
          p.box(-26, -2, 52, 7, { fill: coal, shade: false }),
        222,
        242,
      ) +
      p.curve(
        [
          [234, 230],
          [270, 244],
          [310, 236],
          [336, 210],
        ],
        { width: 6, stroke: coal },
      ) +
      (size > 0.05
        ? place(
            p.path('M-8 0L8 0L0 -12Z', { fill: gold }) + place(coin(p, 44), 0, -50, [1, 1.04]),
            338,
            212,
            size,
            4 * wave(t, 4),
          )
        : '') +
      place(sparks(p, boom, 120, gold, 13), 338, 130) +
      (t > 0.58 && t < 0.74
        ? place(puff(p, 60 * part(t, 0.57, 0.64), snow, 1 - part(t, 0.62, 0.74)), 338, 136)
        : '')
    );
  },
};
