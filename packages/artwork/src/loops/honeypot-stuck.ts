import { robin } from '../actors/robin.ts';
import { rugger } from '../actors/rugger.ts';
import { wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import { honeypot } from '../props/tools.ts';
import { shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const honeypotStuck: Loop = {
  title: 'Stuck in his own honeypot',
  seconds: 2.6,
  ground: 'cellar',
  draw: (p, t) => {
    const tug = Math.max(0, wave(t, 3)) * (t < 0.7 ? 1 : 0);
    const tired = t > 0.74;
    return (
      shadow(300, 246, 60) +
      shadow(176, 246, 50) +
      place(
        rugger(p, {
          rightHand: [104 + tug * 16, -100],
          leftHand: tired ? [-44, -40] : [84 + tug * 14, -76],
          leftFoot: [-18, -4],
          rightFoot: [26 + tug * 8, -4],
          mouth: tired ? 'frown' : 'grit',
          lid: tired ? 0.7 : 0.2,
          blink: tug > 0.6 ? 1 : 0,
          look: [1, 0.2],
          ears: tired ? 0.9 : 0.2,
          tilt: -tug * 8,
        }),
        184 - tug * 14,
        242,
        0.95,
        -tug * 14,
      ) +
      place(p.box(-44, -50, 88, 52, { fill: wood }, 3), 304, 246) +
      place(honeypot(p), 304 - tug * 8, 198, [1 + tug * 0.02, 1 - tug * 0.05], -tug * 14) +
      place(
        robin(p, { beak: t > 0.3 && t < 0.72 ? Math.abs(wave(t, 6)) : 0, wing: 0.2 * tug }),
        404,
        246,
        0.9 * 1,
        0,
      )
    );
  },
};
