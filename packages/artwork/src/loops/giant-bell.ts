import { elf, pip } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { gold, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import { noiseRings, shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const giantBell: Loop = {
  title: 'The goblin is the clapper',
  seconds: 2.4,
  ground: 'roof',
  draw: (p, t) => {
    const swing = 24 * wave(t, 1);
    const inner = 40 * wave(t, 1, -0.12);
    const rope = 26 * wave(t, 1, 0.05);
    const ring = Math.abs(wave(t, 1, -0.1));
    return (
      p.box(160, -6, 16, 220, { fill: wood }) +
      p.box(364, -6, 16, 220, { fill: wood }) +
      p.box(146, 6, 248, 18, { fill: wood }, 3) +
      place(
        place(
          rugger(p, {
            leftHand: [-24, -176],
            rightHand: [24, -176],
            mouth: 'oh',
            lid: 0,
            look: [wave(t, 1), 0],
            ears: 0.7,
            leftFoot: [-14, 14],
            rightFoot: [14, 14],
          }),
          0,
          186,
          0.62,
          (inner - swing) * 0.5,
        ) +
          p.path('M0 4C-52 4 -46 92 -76 118C-80 130 -40 134 0 134C40 134 80 130 76 118C46 92 52 4 0 4Z', {
            fill: gold,
          }) +
          p.path('M-70 116Q0 134 70 116M-50 70Q0 82 50 70', { stroke: '#b9791a', width: 3 }) +
          p.path('M-30 30Q-38 60 -46 86', { stroke: '#ffe7b0', width: 6 }),
        270,
        22,
        1,
        swing,
      ) +
      (ring > 0.7 ? place(noiseRings(p, 0, 120, Math.sign(wave(t, 1, -0.1))), 270, 130) : '') +
      shadow(70, 214, 34) +
      p.line(96, 10, 96, 108 + rope, { width: 4, stroke: '#c9a66b' }) +
      p.line(96, 14, 270, 14, { width: 3, stroke: '#c9a66b' }) +
      place(
        elf(p, pip, {
          leftHand: [22, -140 + rope],
          rightHand: [30, -116 + rope],
          mouth: 'open',
          look: [0.9, -0.2],
          tip: [0, -rope * 0.3],
        }),
        70,
        212 + Math.min(0, rope * 0.4),
        0.8,
      ) +
      snowfall(t, 14)
    );
  },
};
