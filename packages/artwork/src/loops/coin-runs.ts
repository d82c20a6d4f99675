import { rugger } from '../actors/rugger.ts';
import { coal, ink, snow, stone, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { puff } from '../props/effects.ts';
import { coin } from '../props/things.ts';
import { shadow, snowfall, stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const coinRuns: Loop = {
  title: 'The coin has legs',
  seconds: 2.8,
  ground: 'hills',
  draw: (p, t) => {
    const swipe = key(t, [
      [0.3, 0],
      [0.4, 1],
      [0.62, 1],
      [0.76, 0],
    ]);
    const jump = key(t, [
      [0.3, 0],
      [0.42, 1],
      [0.56, 0],
    ]);
    const run = wave(t, 8);
    const face =
      p.oval(-6, -4, 2.6, 4, { fill: ink, width: 0 }) +
      p.oval(8, -4, 2.6, 4, { fill: ink, width: 0 }) +
      p.path('M-7 7Q1 14 10 6', { width: 2.4 });
    const legs =
      p.limb([-8, 22], [-8 + 15 * run, 42 - Math.max(0, run) * 8], 0, 4, coal) +
      p.limb([8, 22], [8 - 15 * run, 42 + Math.min(0, run) * 8], 0, 4, coal);
    const arms =
      p.limb([-24, 0], [-38, -12 + 8 * run], 0, 4, coal) + p.limb([24, 0], [40, -10 - 8 * run], 0, 4, coal);
    return (
      shadow(330, 246, 30 * (1 - jump * 0.5)) +
      shadow(140, 246, 44) +
      place(
        rugger(p, {
          ...stride(t, 6, 20),
          rightHand: [62 + swipe * 12, -112 + swipe * 56],
          leftHand: [44 + swipe * 12, -92 + swipe * 50],
          look: [1, 0.2],
          mouth: swipe > 0.6 && t > 0.44 ? 'grit' : 'grin',
          lid: 0.25,
          ears: 0.3,
        }),
        142 + swipe * 20,
        242 - Math.abs(wave(t, 6)) * 5,
        0.92,
        swipe * 14,
      ) +
      place(
        p.limb([0, 0], [0, -96], 0, 6, wood) +
          p.path('M-30 -122Q-34 -180 0 -186Q34 -180 30 -122Z', { fill: '#d7eef0', opacity: 0.5 }) +
          p.path('M-18 -124L-10 -178M0 -124V-184M18 -124L10 -178M-28 -140H28M-24 -160H24', { width: 1.4 }) +
          p.oval(0, -120, 32, 12, { stroke: stone, width: 5 }),
        186 + swipe * 36,
        160 + swipe * 44,
        0.86,
        18 + swipe * 72,
      ) +
      place(
        arms + legs + coin(p, 27).replace(/<path d="[^"]*" fill="#b9791a"\/>/, '') + face,
        336 + 16 * wave(t, 1),
        200 - jump * 108 - Math.abs(run) * 4,
        1,
        jump * 360,
      ) +
      (t > 0.4 && t < 0.52
        ? place(puff(p, 22 * part(t, 0.38, 0.46), snow, 1 - part(t, 0.44, 0.52)), 330, 232)
        : '') +
      snowfall(t, 14)
    );
  },
};
