import { rugger } from '../actors/rugger.ts';
import { gold, parchment, pine, snow } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { puff } from '../props/effects.ts';
import { paperColours, present } from '../props/gifts.ts';
import { shadow } from '../scenes/stagecraft.ts';
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
