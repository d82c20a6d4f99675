import { rugger } from '../actors/rugger.ts';
import { santa } from '../actors/santa.ts';
import { cranberry, parchment } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import { shadow, stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const scrollRoller: Loop = {
  title: 'The list keeps rolling',
  seconds: 2.4,
  ground: 'parlour',
  draw: (p, t) => {
    const lines = Array.from({ length: 14 }, (_, i) => {
      const x = ((i * 26 - t * 26 * 5 + 1040) % 364) + 96;
      return x < 372
        ? p.path(`M${x} ${214}Q${x + 3} 208 ${x + 6} 214Q${x + 9} 220 ${x + 12} 213`, {
            stroke: i % 4 === 0 ? cranberry : '#4a3020',
            width: 2.4,
          })
        : '';
    });
    return (
      shadow(380, 248, 70) +
      p.path('M96 200H392V228H96Z', { fill: parchment, shade: false }) +
      lines.join('') +
      place(
        santa(p, {
          rightHand: [66, -62],
          leftHand: [-70, -92],
          look: [0.9, 0.1],
          mouth: 'laugh',
          tilt: 3 * wave(t, 2),
        }),
        66,
        252,
        0.86,
      ) +
      p.oval(386, 200, 44, 44, { fill: '#ebd9b1' }) +
      place(
        p.path('M0 -32C24 -32 32 -10 30 4C26 24 0 30 -14 20C-26 8 -20 -12 -4 -14C8 -14 14 0 6 6', {
          width: 3,
        }),
        386,
        200,
        1,
        720 * t,
      ) +
      place(
        rugger(p, {
          ...stride(t, 6, 22),
          leftHand: [-58, -110 + 22 * wave(t, 3)],
          rightHand: [58, -110 - 22 * wave(t, 3)],
          look: [-0.4, 1],
          mouth: 'oh',
          lid: 0,
          ears: -0.5 + 0.4 * wave(t, 3),
          tilt: 6 * wave(t, 3),
        }),
        384 + 5 * wave(t, 3),
        158 - Math.abs(wave(t, 6)) * 4,
        0.66,
        7 * wave(t, 3, 0.1),
      )
    );
  },
};
