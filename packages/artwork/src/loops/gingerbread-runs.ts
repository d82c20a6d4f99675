import { gingerbread } from '../actors/gingerbread.ts';
import { rugger } from '../actors/rugger.ts';
import { place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import { wallet } from '../props/tools.ts';
import { haste, shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const gingerbreadRuns: Loop = {
  title: 'You cannot catch the gingerbread man',
  seconds: 3,
  poster: 0.42,
  ground: 'ice',
  draw: (p, t) => {
    const x = -130 + t * 800;
    const glide = wave(t, 3);
    return (
      shadow(x + 90, 240, 40) +
      shadow(x - 70, 252, 60) +
      place(
        gingerbread(p, {
          leftHand: [-34, -150],
          rightHand: [34, -150],
          leftFoot: [-26 - 10 * glide, -6 - Math.max(0, glide) * 14],
          rightFoot: [26 - 10 * glide, -6 + Math.min(0, glide) * 14],
          look: [-0.5, 0],
        }) + place(wallet(p), 0, -172, 0.95, 6 * glide),
        x + 90,
        238,
        0.86,
        8 * glide,
      ) +
      place(
        rugger(p, {
          leftHand: [-50, -120 + 12 * wave(t, 7)],
          rightHand: [84, -110 - 12 * wave(t, 7)],
          leftFoot: [30, -26],
          rightFoot: [48, -44],
          look: [1, -0.2],
          mouth: 'grit',
          lid: 0.1,
          ears: -0.5,
        }),
        x - 84,
        268,
        0.86,
        -14,
      ) +
      place(haste(p, 44), x - 150, 206) +
      snowfall(t, 18)
    );
  },
};
