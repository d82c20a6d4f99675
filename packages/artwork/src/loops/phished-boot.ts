import { rugger } from '../actors/rugger.ts';
import { snow, wood, woodShade } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { boot } from '../props/tools.ts';
import { shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const phishedBoot: Loop = {
  title: 'Phishing catches a boot',
  seconds: 3.4,
  ground: 'ice',
  draw: (p, t) => {
    const pull = key(t, [
      [0.3, 0],
      [0.36, 0.12],
      [0.42, 0.02],
      [0.56, 1],
      [0.84, 1],
      [0.98, 0],
    ]);
    const sad = t > 0.56 && t < 0.92;
    const tipX = 292 - pull * 14;
    const tipY = 96 - pull * 26 + (pull < 0.2 && t > 0.3 ? 8 * wave(t, 12) : 0);
    const hookY = 232 - pull * 92;
    const swing = sad ? 12 * wave(t, 4) : 0;
    return (
      p.oval(298, 228, 58, 15, { fill: '#123a47', shade: '#0a2430' }) +
      p.oval(298, 230, 44, 9, { fill: '#1d5563', width: 0 }) +
      shadow(140, 248, 60) +
      place(p.box(-34, -34, 68, 36, { fill: wood }, 2) + p.path('M-34 -16H34', { width: 2 }), 130, 248) +
      place(
        rugger(p, {
          leftFoot: [-6, 16],
          rightFoot: [34, 16],
          leftHand: [26, -66 - pull * 12],
          rightHand: [50, -76 - pull * 20],
          mouth: sad ? 'frown' : pull > 0.1 ? 'oh' : 'grin',
          lid: sad ? 0.62 : 0.3,
          look: [0.9, sad ? 0.3 : 0.6],
          ears: sad ? 0.9 : 0,
          tilt: -pull * 5,
        }),
        128,
        222,
        0.86,
        -pull * 7,
      ) +
      p.curve(
        [
          [166, 170 - pull * 16],
          [220, 138 - pull * 30],
          [tipX, tipY],
        ],
        { width: 6, stroke: woodShade },
      ) +
      p.line(tipX, tipY, 298, hookY - 22, { width: 1.4, stroke: snow }) +
      `<clipPath id="water"><path d="M200 -20H400V230Q298 246 200 230Z"/></clipPath><g clip-path="url(#water)">${place(boot(p), 298, hookY - 22, 1, swing)}</g>` +
      (t > 0.45 && t < 0.62 ? place(sparks(p, part(t, 0.45, 0.62), 56, '#d7eef0'), 298, 222) : '') +
      snowfall(t, 14)
    );
  },
};
