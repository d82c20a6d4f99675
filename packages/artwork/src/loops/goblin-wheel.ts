import { elf, pip } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { snow, wood, woodShade } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import { coin } from '../props/things.ts';
import { shadow, stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

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
