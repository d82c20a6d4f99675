import { elf, pip } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { cranberry, flame, snow, stone, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const candyJail: Loop = {
  title: 'Behind candy bars',
  seconds: 2.8,
  ground: 'cellar',
  draw: (p, t) => {
    const bars = [0, 1, 2, 3, 4].map((i) => {
      const x = 84 + i * 56;
      return (
        p.box(x - 5, 20, 10, 224, { fill: snow, shade: false }, 4) +
        [0, 1, 2, 3, 4, 5, 6]
          .map((k) =>
            p.polygon(
              [
                [x - 5, 44 + k * 28],
                [x + 5, 36 + k * 28],
                [x + 5, 48 + k * 28],
                [x - 5, 56 + k * 28],
              ],
              { fill: cranberry, shade: false, width: 0 },
            ),
          )
          .join('') +
        p.box(x - 5, 20, 10, 224, {}, 4)
      );
    });
    const mug = 196 + 62 * wave(t, 2);
    return (
      p.box(70, 12, 252, 236, { fill: '#0d171b', shade: false }, 3) +
      place(
        rugger(p, {
          leftHand: [-36, -92],
          rightHand: [(mug - 196) / 0.98, -62],
          look: [wave(t, 2), 0.2],
          mouth: 'frown',
          lid: 0.6,
          ears: 0.9,
          tilt: 4 * wave(t, 2),
        }),
        196,
        244,
        0.98,
      ) +
      bars.join('') +
      place(
        p.box(-14, -12, 28, 26, { fill: stone }, 3) + p.path('M14 -6Q26 0 14 8', { width: 4 }),
        mug,
        186,
        1,
        8 * wave(t, 4),
      ) +
      p.box(62, 6, 268, 18, { fill: wood }) +
      p.box(62, 238, 268, 16, { fill: wood }) +
      (Math.abs(wave(t, 4)) > 0.9 ? place(sparks(p, 0.4, 26, flame, 7), mug, 168) : '') +
      shadow(398, 250, 40) +
      place(
        elf(p, pip, {
          blink: 1,
          tilt: 8 + 3 * wave(t, 1),
          mouth: 'flat',
          rightHand: [30, -60],
          leftHand: [-20, -56],
        }) +
          p.limb([36, -2], [36, -150], 0, 6, wood) +
          p.polygon(
            [
              [36, -176],
              [28, -150],
              [44, -150],
            ],
            { fill: stone },
          ),
        396,
        248,
        0.9,
      ) +
      [0, 1, 2]
        .map((i) => {
          const u = (t + i / 3) % 1;
          return `<g opacity="${Math.sin(u * Math.PI).toFixed(2)}">${place(p.path('M-6 -7H6L-6 7H6', { stroke: flame, width: 3 }), 424 + u * 30, 110 - u * 66, 0.5 + u * 0.7, 8)}</g>`;
        })
        .join('')
    );
  },
};
