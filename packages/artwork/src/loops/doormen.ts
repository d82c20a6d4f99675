import { elf, nettle, pip } from '../actors/elf.ts';
import { sausage } from '../actors/gentry.ts';
import { robin } from '../actors/robin.ts';
import { rugger } from '../actors/rugger.ts';
import { lettering } from '../drawing/lettering.ts';
import { coal, gold, ink, parchment, wood, woodShade } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { noiseRings, shadow } from '../scenes/stagecraft.ts';
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

export const sausageBow: Loop = {
  title: 'There is a robin under the top hat',
  seconds: 3,
  poster: 0.5,
  ground: 'stage',
  draw: (p, t) => {
    const lift = key(t, [
      [0.14, 0],
      [0.3, 1],
      [0.7, 1],
      [0.86, 0],
    ]);
    return (
      shadow(240, 246, 54) +
      (lift > 0.3
        ? place(
            robin(p, {
              beak: t > 0.42 && t < 0.6 ? Math.abs(wave(t, 8)) : 0,
              wing: t > 0.42 && t < 0.6 ? 0.5 : 0,
              blink: t > 0.62 && t < 0.68 ? 1 : 0,
            }),
            238,
            244 - 156 * 0.96,
            0.58 * Math.min(1, lift * 1.3),
          )
        : '') +
      place(
        sausage(p, {
          hat: [lift * 44, -lift * 34],
          hatTurn: lift * 24,
          rightHand: [52 + lift * 24, -64 - lift * 122 - (1 - lift) * 0],
          leftHand: [-56, -66 - 8 * wave(t, 1)],
          wink: t > 0.34 && t < 0.64,
          look: [0, lift > 0.5 ? -0.6 : 0],
        }),
        240,
        244,
        0.96,
        2.5 * wave(t, 1),
      ) +
      (t > 0.4 && t < 0.62 ? place(noiseRings(p, 0, 34, 1), 268, 80) : '')
    );
  },
};

export const peephole: Loop = {
  title: 'The door of the Secret Sausage Society',
  seconds: 3.4,
  poster: 0.4,
  ground: 'cellar',
  draw: (p, t) => {
    const open = key(t, [
      [0.14, 0],
      [0.2, 1],
      [0.7, 1],
      [0.75, 0],
    ]);
    const look = key(t, [
      [0.22, 0],
      [0.3, -1],
      [0.42, -1],
      [0.5, 0.4],
      [0.56, -0.6],
      [0.62, 0.4],
      [0.68, -0.6],
    ]);
    const sad = t > 0.7 && t < 0.95;
    return (
      p.path('M250 240V90Q250 22 340 22Q430 22 430 90V240Z', { fill: woodShade }) +
      p.path('M262 240V92Q262 34 340 34Q418 34 418 92V240Z', { fill: wood }) +
      p.path('M300 42V240M340 34V240M380 42V240', { width: 2, stroke: '#38200f' }) +
      p.box(262, 176, 156, 10, { fill: coal, shade: false }) +
      p.oval(400, 160, 7, 7, { fill: gold }) +
      place(
        `${p.box(-46, -15, 92, 30, { fill: gold }, 4)}<path d="${lettering('Members', 0, 7, 22).data}" fill="${ink}"/>`,
        340,
        150,
      ) +
      p.box(290, 84, 100, 40, { fill: '#120b08', shade: false }, 4) +
      `<clipPath id="slot"><rect x="291" y="85" width="98" height="38"/></clipPath><g clip-path="url(#slot)">${place(
        p.blob(
          [
            [-40, 50],
            [-42, -20],
            [0, -52],
            [42, -20],
            [40, 50],
          ],
          { fill: '#c8643c', shade: '#94401f' },
        ) +
          p.oval(-18 + look * 6, 0, 5, 7, { fill: ink, width: 0 }) +
          p.oval(18 + look * 6, 0, 5, 7, { fill: ink, width: 0 }) +
          p.oval(18 + look * 4, 0, 16, 16, { stroke: gold, width: 4 }) +
          p.path('M-26 -12L-10 -9M12 -20L28 -17', { width: 3 }) +
          p.path('M0 20C-8 14 -22 14 -28 24C-10 30 -6 24 0 22C6 24 10 30 28 24C22 14 8 14 0 20Z', {
            fill: '#553018',
            width: 1.6,
          }),
        340 + look * 6,
        104,
        1,
      )}</g>` +
      (open < 0.95
        ? p.box(288 + open * 100, 82, 104 * (1 - open), 44, { fill: coal }, Math.min(4, 40 * (1 - open)))
        : '') +
      shadow(150, 246, 46) +
      place(
        rugger(p, {
          look: [0.9, -0.3],
          mouth: sad ? 'frown' : open > 0.3 ? 'grin' : 'pucker',
          lid: sad ? 0.65 : 0.2,
          ears: sad ? 0.9 : -0.2,
          rightHand: t < 0.14 ? [70 + 8 * wave(t, 14), -116] : sad ? [46, -40] : [44, -100],
          leftHand: sad ? [-46, -40] : [-44, -60],
        }) +
          place(
            p.path(
              'M-23 -8C-22 -30 -26 -44 -27 -58Q0 -66 27 -58C26 -44 22 -30 23 -8ZM-40 -10Q-34 4 0 4Q34 4 40 -10Q42 -4 36 2Q20 11 0 11Q-20 11 -36 2Q-42 -4 -40 -10Z',
              { fill: parchment },
            ),
            0,
            -164,
            0.9,
            sad ? -16 : -6,
          ),
        156,
        242,
        0.94,
      ) +
      (t < 0.13 && wave(t, 14) > 0 ? place(sparks(p, 0.5, 22), 236, 130) : '')
    );
  },
};
