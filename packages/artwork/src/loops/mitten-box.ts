import { rugger } from '../actors/rugger.ts';
import { cranberry, gold, pine, snow } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part } from '../drawing/time.ts';
import { dizzy, sparks } from '../props/effects.ts';
import { present } from '../props/gifts.ts';
import { shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const mittenBox: Loop = {
  title: 'The present hits back',
  seconds: 2.8,
  ground: 'workshop',
  draw: (p, t) => {
    const out = key(t, [
      [0.38, 0],
      [0.43, 1],
      [0.47, 0.84],
      [0.51, 0.92],
      [0.74, 0.9],
      [0.84, 0],
    ]);
    const hit = key(t, [
      [0.41, 0],
      [0.5, 1],
      [0.82, 1],
      [0.96, 0],
    ]);
    const lid = key(t, [
      [0.12, 0],
      [0.36, 0.25],
      [0.41, 1],
      [0.76, 1],
      [0.88, 0],
    ]);
    const reach = out * 118;
    const spring = Array.from(
      { length: 9 },
      (_, i) => [-(reach * i) / 8, (i % 2 === 0 ? -6 : 6) * (out > 0.05 ? 1 : 0)] as const,
    );
    const glove =
      p.curve(spring, { stroke: '#8fa5ab', width: 4 }) +
      place(
        p.path('M10 -20C-16 -26 -38 -18 -38 2C-38 22 -12 24 10 18Z', { fill: cranberry }) +
          p.path('M-14 -22C-4 -34 10 -28 6 -14', { fill: cranberry }) +
          p.box(6, -17, 11, 34, { fill: snow }, 3),
        -reach,
        0,
      );
    return (
      shadow(330, 246, 60) +
      shadow(190, 246, 44) +
      place(
        rugger(p, {
          rightHand:
            hit > 0.3
              ? [46, -130]
              : [
                  70,
                  -72 -
                    key(t, [
                      [0.1, 0],
                      [0.34, 14],
                    ]),
                ],
          leftHand: hit > 0.3 ? [-60, -110] : [-44, -54],
          mouth: hit > 0.3 ? 'frown' : 'grin',
          lid: hit > 0.3 ? 0.7 : 0.3,
          look: [1, 0.3],
          ears: hit > 0.3 ? 0.8 : -0.1,
        }),
        216 - hit * 62,
        240,
        0.95,
        -hit * 22,
      ) +
      (out > 0.02 ? place(glove, 306, 176 - out * 36, 1, 10) : '') +
      place(present(p, 92, 66, pine, gold), 326, 244) +
      place(p.box(-98, -12, 98, 15, { fill: pine }, 2), 375, 178, 1, lid * 96) +
      (t > 0.41 && t < 0.54 ? place(sparks(p, part(t, 0.4, 0.54), 52), 186, 116) : '') +
      (hit > 0.6 ? place(dizzy(p, part(t, 0.5, 0.9)), 112, 62) : '')
    );
  },
};
