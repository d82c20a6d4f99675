import { robin } from '../actors/robin.ts';
import { rugger } from '../actors/rugger.ts';
import { cranberry, gold, pine, snow, woodShade } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { dizzy, puff, sparks } from '../props/effects.ts';
import { coalLump, present, sack, stocking } from '../props/gifts.ts';
import { candle, holly } from '../props/greens.ts';
import { chimney, shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const coalStocking: Loop = {
  title: 'Coal in the stocking',
  seconds: 3,
  ground: 'parlour',
  draw: (p, t) => {
    const hits = [0.22, 0.4, 0.58];
    const landed = hits.filter((hit) => t > hit).length;
    const last = hits.filter((hit) => t > hit).at(-1);
    const swing = last === undefined ? 0 : Math.max(0, 1 - (t - last) / 0.14);
    const long =
      t > 0.82
        ? key(t, [
            [0.82, 1.36],
            [0.88, 0.86],
            [0.93, 1.06],
            [0.97, 1],
          ])
        : 1 + landed * 0.12 + swing * 0.14;
    const gloom = landed > 0 && t < 0.9;
    return (
      p.box(-60, 52, 600, 16, { fill: woodShade, shade: false }) +
      place(candle(p, 30, true, wave(t, 4)), 200, 52, 0.8) +
      place(candle(p, 22, true, wave(t, 5)), 420, 52, 0.8) +
      place(holly(p), 312, 54, 0.7) +
      hits
        .map((hit) =>
          t > hit - 0.14 && t < hit
            ? place(
                coalLump(p, 1.1),
                312,
                -20 + 100 * part(t, hit - 0.14, hit) ** 2,
                1,
                200 * part(t, hit - 0.14, hit),
              )
            : '',
        )
        .join('') +
      place(stocking(p, long), 308, 84, 1.15, 5 * swing * wave(t, 12)) +
      (last !== undefined && t < last + 0.12
        ? place(sparks(p, part(t, last, last + 0.12), 40, '#cfd8d8'), 310, 78)
        : '') +
      shadow(150, 246, 46) +
      place(
        rugger(p, {
          look: [0.9, -0.7],
          mouth: gloom ? (landed > 2 ? 'frown' : 'oh') : 'grin',
          lid: gloom ? (landed > 2 ? 0.6 : 0) : 0.2,
          ears: gloom ? 0.3 + landed * 0.2 : -0.4,
          leftHand: gloom ? [-46, -46] : [-20, -96],
          rightHand: gloom ? [46, -46] : [22, -96 + 3 * wave(t, 8)],
        }),
        150,
        242,
        0.94,
      )
    );
  },
};

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
