import { reindeerSide } from '../actors/reindeer.ts';
import { rugger } from '../actors/rugger.ts';
import { santa } from '../actors/santa.ts';
import { cranberry, flame, gold } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { sack } from '../props/gifts.ts';
import { snowfall } from '../scenes/stagecraft.ts';
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
