import { robin } from '../actors/robin.ts';
import { place } from '../drawing/pen.ts';
import { key, wave } from '../drawing/time.ts';
import { puff } from '../props/effects.ts';
import { sack } from '../props/gifts.ts';
import { chimney, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const chimneyStuck: Loop = {
  title: 'Stuck, and not even invited',
  seconds: 2.6,
  ground: 'roof',
  draw: (p, t) => {
    const kick = wave(t, 4);
    const landed = t > 0.3 && t < 0.8;
    const bx = key(t, [
      [0.04, 560],
      [0.3, 286],
      [0.8, 286],
      [0.98, -60],
    ]);
    const by = key(t, [
      [0.04, 30],
      [0.3, 78],
      [0.8, 78],
      [0.98, 20],
    ]);
    const still = landed ? 0.15 : 1;
    const rightX = 286 - 4 + (landed ? 0 : 12 * kick);
    const foot = (x: number, y: number, side: number) =>
      place(
        p.path('M-9 8C-14 -6 -12 -24 -4 -36Q4 -40 7 -32C10 -18 12 -4 10 8Z', { fill: '#93b04a' }),
        x,
        y,
        [side, 1],
        side * 14,
      );
    return (
      p.limb([240, 150], [226 + 14 * kick * still, 92], 6, 14, '#93b04a') +
      p.limb([266, 150], [rightX, 94], -4, 14, '#93b04a') +
      foot(226 + 14 * kick * still, 96, -1) +
      foot(rightX, 98, 1) +
      p.blob(
        [
          [222, 160],
          [226, 134],
          [254, 126],
          [282, 134],
          [286, 160],
        ],
        { fill: '#5a4030', shade: '#3b281c' },
      ) +
      place(chimney(p, 50), 254, 148) +
      place(sack(p), 366, 216, 1.1, 6) +
      place(
        robin(p, {
          wing: landed ? 0 : 0.5 + 0.5 * wave(t, 12),
          beak: landed ? Math.max(0, wave(t, 6)) : 0.1,
          blink: t > 0.5 && t < 0.56 ? 1 : 0,
        }),
        bx,
        by,
        [-0.72, 0.72],
      ) +
      (Math.floor(t * 4) % 2 === 0
        ? place(
            puff(p, 8 + 12 * ((t * 4) % 1), '#8d9a9c', 0.7 * (1 - ((t * 4) % 1))),
            204 - 20 * ((t * 4) % 1),
            130 - 20 * ((t * 4) % 1),
          )
        : '') +
      snowfall(t, 18)
    );
  },
};
