import { snowmanHead } from '../actors/gentry.ts';
import { rugger } from '../actors/rugger.ts';
import { coal, gold, snow, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { puff } from '../props/effects.ts';
import { candleFlame } from '../props/greens.ts';
import { shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const meltingDisguise: Loop = {
  title: 'An exit scam next to a warm fire',
  seconds: 3.4,
  poster: 0.34,
  ground: 'hearth',
  draw: (p, t) => {
    const melt = key(t, [
      [0.16, 0],
      [0.56, 1],
      [0.84, 1],
      [0.9, 0],
    ]);
    const seen = melt > 0.5;
    return (
      [372, 392, 410]
        .map((x, i) =>
          place(candleFlame(p, wave(t, 3 + i, i / 3)), x, 212, [2.2, 1.9 + 0.3 * wave(t, 4, i / 3)]),
        )
        .join('') +
      p.limb([360, 214], [424, 208], 0, 12, wood) +
      `<circle cx="392" cy="180" r="110" fill="${gold}" opacity="${(0.12 + 0.02 * wave(t, 6)).toFixed(3)}"/>` +
      shadow(190, 246, 60) +
      place(
        p.path(
          `M${-40 - melt * 60} 0Q${-60 - melt * 60} 12 0 14Q${60 + melt * 60} 12 ${40 + melt * 60} 0Q0 -12 ${-40 - melt * 60} 0Z`,
          { fill: '#cfe6ea', shade: false },
        ),
        190,
        240,
      ) +
      place(
        rugger(p, {
          mouth: seen ? 'grit' : 'grin',
          lid: seen ? 0 : 0.3,
          look: [seen ? -0.9 : 0.8, 0],
          ears: key(t, [
            [0.3, 1],
            [0.56, -0.5],
            [0.84, -0.5],
            [0.88, 1],
          ]),
          rightHand: [seen ? 52 : 34, seen ? -120 : -50],
          leftHand: [seen ? -52 : -34, seen ? -120 : -50],
        }),
        190,
        242,
        0.94,
      ) +
      (melt < 0.97
        ? place(
            p.path('M-52 -2C-76 -34 -44 -82 0 -82C44 -82 76 -34 52 -2Q0 8 -52 -2Z', { fill: snow }) +
              p.oval(0, -84, 44, 36, { fill: snow }) +
              [-66, -48, -28].map((y) => p.oval(1, y, 4, 4, { fill: coal, shade: false, width: 0 })).join(''),
            190,
            242,
            [1 + melt * 0.5, 1 - melt * 0.96],
          )
        : '') +
      (melt < 0.9
        ? place(snowmanHead(p, { look: [0.8, 0], mouth: 'smile' }), 190, 242 + 130 * melt * 1.1 - 12, [
            1.25 * (1 + melt * 0.3),
            1.25 * (1 - melt * 0.7),
          ])
        : '') +
      (t > 0.82 && t < 0.97
        ? place(puff(p, 92 * part(t, 0.8, 0.88), snow, 1 - part(t, 0.89, 0.97)), 190, 158)
        : '')
    );
  },
};
