import { elf, pip } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { gold, parchment, pine, snow, wood, woodShade } from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { puff, sparks } from '../props/effects.ts';
import { coin, paperColours, present } from '../props/gifts.ts';
import { candleFlame } from '../props/greens.ts';
import { rocket } from '../props/tools.ts';
import { shadow, snowfall, stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const presentPyramid: Loop = {
  title: 'A pyramid scheme made of presents falls down',
  seconds: 3.5,
  ground: 'workshop',
  draw: (p, t) => {
    const boxes = [
      [0, 0],
      [1, 0],
      [2, 0],
      [0.5, 1],
      [1.5, 1],
      [1, 2],
    ] as const;
    const fall = (i: number) =>
      key(t, [
        [0.34 + i * 0.012, 0],
        [0.5 + i * 0.014, 1],
        [0.86 - i * 0.01, 1],
        [0.97, 0],
      ]);
    const spots = [
      [-96, 0],
      [-8, 0],
      [64, 0],
      [-52, 38],
      [22, 40],
      [-20, 78],
    ] as const;
    const pile = boxes.map(([col, row], i) => {
      const f = fall(i);
      const [px, py] = spots[i] ?? [0, 0];
      const lean =
        key(t, [
          [0.2, 0],
          [0.34, 1],
        ]) *
        row *
        5 *
        (1 - f);
      const x = 300 + (col - 1) * 54 - lean + (200 + px - (300 + (col - 1) * 54)) * f;
      const y = 240 - row * 48 + (row * 48 - py) * f - Math.sin(f * Math.PI) * 46;
      return place(
        present(p, 52, 44, paperColours[i % 4] ?? pine, i % 2 === 0 ? parchment : gold),
        x,
        y,
        1,
        f * (i % 2 === 0 ? -14 : 18),
      );
    });
    const buried = t > 0.46 && t < 0.9;
    const push = key(t, [
      [0.05, 0],
      [0.2, 1],
      [0.34, 1],
      [0.4, 0],
    ]);
    const man = rugger(p, {
      rightHand: [66 + push * 8, -44],
      leftHand: t > 0.34 ? [-54, -150] : [-44, -60],
      mouth: t > 0.33 ? 'oh' : 'grin',
      lid: t > 0.33 ? 0 : 0.42,
      look: [1, t > 0.33 ? -1 : 0.2],
      ears: t > 0.33 ? -0.7 : 0,
      nod: [push * 8, 0],
    });
    return (
      shadow(260, 246, 130) +
      (buried
        ? place(
            p.limb([0, 0], [4, -46], 6 * wave(t, 6), 10, '#93b04a') +
              p.oval(4, -52, 10, 9, { fill: '#93b04a' }),
            232,
            168 + 6 * wave(t, 6),
          )
        : place(man, 196, 240, [
            0.9,
            0.9 *
              key(t, [
                [0.4, 1],
                [0.47, 0.5],
                [0.88, 0.5],
                [0.96, 1],
              ]),
          ])) +
      pile.join('') +
      (t > 0.46 && t < 0.62
        ? place(puff(p, 26, snow, 1 - part(t, 0.5, 0.62)), 120, 226) +
          place(puff(p, 22, snow, 1 - part(t, 0.5, 0.6)), 290, 230)
        : '')
    );
  },
};

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

export const goblinWheel: Loop = {
  title: 'Guaranteed returns, round and round',
  seconds: 2,
  ground: 'workshop',
  draw: (p, t) => {
    const spokes = Array.from({ length: 10 }, (_, i) => {
      const a = (i / 10 + t * 0.4) * 2 * Math.PI;
      return p.line(
        230 + Math.cos(a) * 92,
        136 + Math.sin(a) * 92,
        230 + Math.cos(a) * 112,
        136 + Math.sin(a) * 112,
        { width: 5, stroke: woodShade },
      );
    });
    return (
      shadow(230, 254, 100) +
      p.oval(230, 136, 114, 114, { fill: '#0c1c20', shade: false, width: 0, opacity: 0.4 }) +
      p.path('M230 136L160 256M230 136L300 256', { width: 10, stroke: woodShade }) +
      spokes.join('') +
      p.oval(230, 136, 104, 104, { stroke: wood, width: 15 }) +
      p.oval(230, 136, 113, 113, { width: 3 }) +
      p.oval(230, 136, 95, 95, { width: 3 }) +
      place(
        rugger(p, {
          ...stride(t, 4, 24),
          leftHand: [-52, -84 + 18 * wave(t, 4)],
          rightHand: [70, -104 - 6 * wave(t, 4)],
          look: [1, -0.2],
          mouth: 'grin',
          lid: 0.1,
          ears: 0.4,
        }),
        222,
        226 - Math.abs(wave(t, 4)) * 5,
        0.76,
        8,
      ) +
      p.curve(
        [
          [340, 40],
          [352, 66],
          [330, 92],
        ],
        { width: 4, stroke: woodShade },
      ) +
      p.line(330, 92, 306 + 4 * wave(t, 2), 108, { width: 1.6, stroke: snow }) +
      place(coin(p, 17, wave(t, 2)), 304 + 5 * wave(t, 2), 126) +
      p.limb([388, 250], [340, 42], 8, 7, wood) +
      place(
        elf(p, pip, {
          leftHand: [-26, -70],
          rightHand: [30, -40],
          look: [-1, -0.3],
          mouth: 'smile',
          turn: -0.5,
          tilt: 3 * wave(t, 1),
        }),
        412,
        254,
        0.84,
      )
    );
  },
};
