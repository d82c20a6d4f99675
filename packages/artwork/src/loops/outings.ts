import { reindeerSide } from '../actors/reindeer.ts';
import { rugger } from '../actors/rugger.ts';
import { santa } from '../actors/santa.ts';
import { cranberry, flame, gold, wood, woodShade } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { sack } from '../props/gifts.ts';
import { shadow, snowfall, stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const sleighRide: Loop = {
  title: 'He tried to follow the sleigh',
  seconds: 4,
  poster: 0.55,
  ground: 'roof',
  draw: (p, t) => {
    const x = -310 + t * 1020;
    const y = 118 + 8 * wave(t, 2);
    const swing = 14 * wave(t, 3);
    // The rope ends in the goblin's hands, which swing with him.
    const lean = ((10 + swing) * Math.PI) / 180;
    const grip = [-62 + swing + 96 * Math.sin(lean), 172 - 96 * Math.cos(lean)] as const;
    const sleigh =
      p.path(
        'M-64 -40C-60 -10 -50 0 -30 2H34C52 0 58 -14 60 -26C48 -20 40 -22 34 -28H-24C-34 -32 -40 -44 -44 -58Q-58 -62 -64 -40Z',
        { fill: cranberry },
      ) + p.path('M-58 18H44Q66 16 62 0M-34 2V18M26 2V18', { stroke: gold, width: 4 });
    return (
      place(
        p.line(-30, 10, grip[0], grip[1], { width: 3, stroke: '#c9a66b' }) +
          place(
            rugger(p, {
              leftHand: [-6, -196],
              rightHand: [8, -200],
              mouth: 'oh',
              lid: 0,
              look: [1, -0.4],
              ears: 0.7,
              leftFoot: [-26, -6 + 10 * wave(t, 9)],
              rightFoot: [18, -6 - 10 * wave(t, 9)],
            }),
            -62 + swing,
            172,
            0.48,
            10 + swing,
          ) +
          p.curve(
            [
              [50, -20],
              [90, -34],
              [140, -40],
            ],
            { width: 2.4, stroke: '#c9a66b' },
          ) +
          place(sack(p), -26, -22, 0.9) +
          place(
            santa(p, {
              leftHand: [-60, -150 - 10 * wave(t, 4)],
              rightHand: [86, -96],
              mouth: 'laugh',
              look: [0.6, 0.2],
            }),
            14,
            6,
            0.42,
          ) +
          sleigh +
          place(reindeerSide(p, { stride: wave(t, 8) }), 150, 6, 0.66, -6) +
          place(reindeerSide(p, { stride: wave(t, 8, 0.3) }), 222, -4, 0.66, -6) +
          [0, 1, 2, 3]
            .map((i) => place(sparks(p, (t * 5 + i / 4) % 1, 12, flame, 6), -90 - i * 24, 6 + i * 6))
            .join(''),
        x,
        y,
        0.86,
        3 * wave(t, 2, 0.2),
      ) + snowfall(t, 20)
    );
  },
};

export const reindeerKick: Loop = {
  title: 'Never sneak up on a reindeer',
  seconds: 3,
  poster: 0.45,
  ground: 'hills',
  draw: (p, t) => {
    const walk = key(t, [
      [0, -70],
      [0.44, 150],
    ]);
    const kick = key(t, [
      [0.46, 0],
      [0.5, 1],
      [0.56, 1],
      [0.64, 0],
    ]);
    const fly = part(t, 0.5, 0.78);
    const goblin = rugger(p, {
      ...(fly > 0 ? { leftFoot: [-26, -14], rightFoot: [26, -10] } : stride(t, 7, 14)),
      leftHand: fly > 0 ? [-60, -140] : [-20, -96],
      rightHand: fly > 0 ? [60, -140] : [44, -92 + 5 * wave(t, 7)],
      mouth: fly > 0 ? 'oh' : 'grin',
      lid: fly > 0 ? 0 : 0.5,
      look: [1, 0],
      ears: fly > 0 ? -0.8 : 0.2,
    });
    return (
      shadow(310, 246, 70) +
      place(
        reindeerSide(p, { hind: kick, blink: t > 0.66 && t < 0.82 ? 1 : 0 }),
        300,
        246,
        1.25,
        key(t, [
          [0.46, 0],
          [0.52, 7],
          [0.64, 0],
        ]),
      ) +
      (fly < 1
        ? place(
            (fly > 0 ? '' : place(sack(p), -34, -46, 0.8, -16)) + goblin,
            walk - fly * 120,
            240 - fly * 240,
            0.72 * (1 - fly * 0.75),
            -fly * 700,
          )
        : '') +
      (t > 0.5 && t < 0.6 ? place(sparks(p, part(t, 0.49, 0.6), 46), 186, 186) : '') +
      place(sparks(p, part(t, 0.77, 0.95), 26, '#ffe7b0', 8), 36, 34)
    );
  },
};

export const seesaw: Loop = {
  title: 'Santa and the goblin on a seesaw',
  seconds: 2.6,
  poster: 0.2,
  ground: 'hills',
  draw: (p, t) => {
    const goblinUp = t < 0.5 ? Math.sin((t / 0.5) * Math.PI) : 0;
    const santaUp = t >= 0.5 ? Math.sin(((t - 0.5) / 0.5) * Math.PI) : 0;
    const tip =
      t < 0.5
        ? key(t, [
            [0, -9],
            [0.06, 9],
            [0.46, 9],
            [0.5, 9],
          ])
        : key(t, [
            [0.5, 9],
            [0.56, -9],
            [1, -9],
          ]);
    const dy = Math.sin((tip * Math.PI) / 180) * 130;
    return (
      shadow(240, 248, 150) +
      place(
        rugger(p, {
          leftHand: goblinUp > 0.1 ? [-60, -150 + 10 * wave(t, 8)] : [-46, -40],
          rightHand: goblinUp > 0.1 ? [60, -150 - 10 * wave(t, 8)] : [46, -40],
          mouth: goblinUp > 0.1 ? 'oh' : 'grit',
          lid: goblinUp > 0.1 ? 0 : 0.3,
          ears: goblinUp > 0.1 ? (t < 0.25 ? 0.9 : -1) : 0.2,
          look: [0.6, -0.4],
        }),
        122,
        208 - dy - goblinUp * 104,
        0.72,
        goblinUp * -24,
      ) +
      place(
        santa(p, {
          mouth: santaUp > 0.1 ? 'laugh' : 'smile',
          leftHand: santaUp > 0.1 ? [-84, -150] : [-78, -66],
          rightHand: santaUp > 0.1 ? [84, -150] : [78, -66],
          tip: [0, -santaUp * 30],
        }),
        352,
        208 + dy - santaUp * 56,
        0.6,
        santaUp * 8,
      ) +
      place(p.box(-150, -8, 300, 14, { fill: wood }, 4), 240, 212, 1, tip) +
      p.path('M240 214L268 248H212Z', { fill: woodShade, shade: '#38200f' }) +
      snowfall(t, 14)
    );
  },
};
