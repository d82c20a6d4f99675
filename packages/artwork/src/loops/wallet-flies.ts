import { rugger } from '../actors/rugger.ts';
import { snow } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { wallet } from '../props/tools.ts';
import { chimney, shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const walletFlies: Loop = {
  title: 'A wallet grows wings and leaves by the chimney',
  seconds: 2.8,
  poster: 0.56,
  ground: 'roof',
  draw: (p, t) => {
    const rise = key(t, [
      [0.14, 70],
      [0.26, 18],
      [0.36, 24],
      [0.9, -290],
    ]);
    const flap = wave(t, 9);
    const sad = t > 0.44 && t < 0.94;
    return (
      place(
        wallet(p, t > 0.2 ? flap : 0.9),
        316 + (t > 0.3 ? 12 * wave(t, 3) : 0),
        122 + rise + 5 * flap,
        1.15,
        5 * wave(t, 3),
      ) +
      [0, 1, 2]
        .map((i) =>
          t > 0.34 + i * 0.1 && t < 0.72 + i * 0.1
            ? place(
                p.path('M0 0Q6 -4 12 0Q6 6 0 0Z', { fill: snow, width: 1.4 }),
                300 + i * 14,
                110 + 90 * part(t, 0.34 + i * 0.1, 0.72 + i * 0.1),
                1,
                200 * t,
              )
            : '',
        )
        .join('') +
      place(chimney(p, 46), 316, 144) +
      shadow(160, 214, 42) +
      place(
        rugger(p, {
          look: [0.8, sad ? -1 : -0.3],
          leftHand: sad ? [-40, -170] : [-46, -50],
          rightHand: sad ? [64, -176 - 6 * wave(t, 6)] : [56, -90],
          mouth: sad ? 'oh' : 'grin',
          lid: sad ? 0 : 0.3,
          ears: sad ? 0.5 : 0,
        }),
        166,
        212 - (sad ? Math.abs(wave(t, 5)) * 10 : 0),
        0.84,
      ) +
      snowfall(t, 18)
    );
  },
};
