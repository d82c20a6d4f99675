import { rugger } from '../actors/rugger.ts';
import { gold } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, wave } from '../drawing/time.ts';
import { alarm } from '../props/effects.ts';
import { sack } from '../props/gifts.ts';
import { stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const caughtByLight: Loop = {
  title: 'Freeze, nobody is a lamp',
  seconds: 4,
  poster: 0.5,
  ground: 'cellar',
  draw: (p, t) => {
    const x = t < 0.36 ? -90 + (t / 0.36) * 320 : t < 0.68 ? 230 : 230 + ((t - 0.68) / 0.32) * 390;
    const frozen = t > 0.36 && t < 0.68;
    const lightX = key(t, [
      [0.08, 640],
      [0.38, 230],
      [0.62, 236],
      [0.78, -170],
    ]);
    const pose = frozen
      ? {
          leftHand: [-34, -176] as const,
          rightHand: [34, -176] as const,
          mouth: 'pucker' as const,
          lid: 0.1,
          look: [0.6 * wave(t, 6), -0.6] as const,
        }
      : {
          ...stride(t, 9, 14),
          leftHand: [-22, -96] as const,
          rightHand: [40, -92] as const,
          mouth: 'grin' as const,
          look: [t < 0.36 ? 1 : -0.7, 0] as const,
        };
    const lampshade =
      p.path('M-28 0L-44 44H44L28 0Q0 -6 -28 0Z', { fill: gold }) +
      p.path('M-38 30L38 30', { width: 2 }) +
      p.path('M30 44V66', { width: 1.6 });
    return (
      place(
        place(frozen ? '' : sack(p), -34, -40, 0.86, -14) +
          rugger(p, pose) +
          (frozen ? place(lampshade, 0, -204, 1.05) : '') +
          (frozen ? place(sack(p), -66, 0, 0.86) : ''),
        x,
        242 - (frozen ? 0 : Math.abs(wave(t, 9)) * 4),
        0.9,
      ) +
      `<path d="M-60 -10H540V290H-60Z M${(lightX + 112).toFixed(1)} 150A112 118 0 1 0 ${(lightX - 112).toFixed(1)} 150A112 118 0 1 0 ${(lightX + 112).toFixed(1)} 150Z" fill="#04090c" opacity="0.56" fill-rule="evenodd"/><ellipse cx="${lightX.toFixed(1)}" cy="150" rx="112" ry="118" fill="#ffe7b0" opacity="0.14"/>` +
      (t > 0.33 && t < 0.42 ? place(alarm(p), 296, 90, 1.2, 10) : '')
    );
  },
};
