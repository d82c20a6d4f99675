import { rugger } from '../actors/rugger.ts';
import { snow } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import { snowball } from '../props/gifts.ts';
import { haste, shadow, snowfall, stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const snowballChase: Loop = {
  title: 'A goblin is chased by a growing snowball',
  seconds: 2.5,
  ground: 'hills',
  draw: (p, t) => {
    const mounds = Array.from({ length: 6 }, (_, i) => {
      const x = ((i * 120 + t * 240) % 720) - 100;
      return p.path(`M${x - 40} 262Q${x} ${240} ${x + 46} 262Z`, { fill: snow });
    });
    const r = 66 + 6 * wave(t, 1);
    const bump = Math.abs(wave(t, 2)) * 7;
    return (
      shadow(350, 246, 66) +
      shadow(140, 244, 40) +
      place(snowball(p, r, -720 * t), 350 + 12 * wave(t, 1), 240 - r - bump) +
      place(haste(p, 40), 268, 226 - bump) +
      place(
        rugger(p, {
          ...stride(t, 5, 26),
          leftHand: [-58, -96 + 20 * wave(t, 5)],
          rightHand: [58, -96 - 20 * wave(t, 5)],
          look: [1, 0],
          mouth: 'oh',
          lid: 0,
          ears: -0.6,
          tilt: -6,
        }),
        140 - 14 * wave(t, 1),
        238 - Math.abs(wave(t, 5)) * 6,
        0.9,
        -10,
      ) +
      mounds.join('') +
      snowfall(t)
    );
  },
};
