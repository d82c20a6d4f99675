import { elf, nettle, pip } from '../actors/elf.ts';
import { place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import type { Loop } from './loop.ts';

export const elfSaysNo: Loop = {
  title: 'An elf shakes her head',
  seconds: 2,
  ground: 'workshop',
  draw: (p, t) =>
    place(
      elf(p, nettle, {
        turn: wave(t, 2) * 1.1,
        tilt: 5 * wave(t, 2, 0.1),
        leftHand: [20, -88],
        rightHand: [-20, -84],
        mouth: 'frown',
        blink: 0.72,
        tip: [-10 * wave(t, 2, -0.1), 4],
        nod: [3 * wave(t, 2), 0],
      }),
      240,
      338,
      1.62,
    ) +
    place(
      elf(p, pip, {
        tip: [0, 4],
        look: [1, -0.3],
        turn: 0.5,
        leftHand: [-20, -60],
        rightHand: [20, -60],
        mouth: 'flat',
        tilt: 3 * wave(t, 1),
        blink: t > 0.6 && t < 0.68 ? 1 : 0,
      }),
      84,
      306,
      0.95,
    ),
};
