import { santa } from '../actors/santa.ts';
import { gold } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { puff, sparks } from '../props/effects.ts';
import { candle, candleFlame } from '../props/greens.ts';
import { coin } from '../props/things.ts';
import { shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const burningCoin: Loop = {
  title: 'A coin goes up in the candle, Santa approves',
  seconds: 3,
  poster: 0.46,
  ground: 'parlour',
  draw: (p, t) => {
    const y = key(t, [
      [0.08, -30],
      [0.4, 92],
      [0.46, 104],
    ]);
    const flare = key(t, [
      [0.38, 0],
      [0.48, 1],
      [0.6, 0.8],
      [0.8, 0],
    ]);
    const glow = 0.1 + flare * 0.22;
    const flick = wave(t, 5) * 0.8;
    return (
      `<circle cx="318" cy="120" r="${(90 + flare * 60).toFixed(1)}" fill="${gold}" opacity="${glow.toFixed(2)}"/>` +
      shadow(140, 248, 70) +
      place(
        santa(p, {
          look: [0.9, flare > 0.2 ? -0.4 : 0],
          shine: flare > 0.35,
          mouth: flare > 0.3 ? 'laugh' : 'smile',
          brow: -flare,
          rightHand: [74, -96 - flare * 30],
          leftHand: [-72, -64],
        }),
        140,
        250,
        0.88,
      ) +
      shadow(318, 246, 50) +
      place(
        p.path('M-44 0Q0 14 44 0L36 -10Q0 0 -36 -10Z', { fill: gold }) + candle(p, 84, false),
        318,
        242,
        1.1,
      ) +
      (t > 0.05 && t < 0.5 ? place(coin(p, 17, wave(t, 5)), 318, y, 1 - part(t, 0.42, 0.5) * 0.8) : '') +
      place(candleFlame(p, flick), 318, 143, [1.2 + flare * 0.9, 1.2 + flare * 1.5]) +
      place(sparks(p, part(t, 0.42, 0.68), 78, '#ffe7b0', 11), 318, 96) +
      (t > 0.55
        ? place(
            puff(p, 8 + 18 * part(t, 0.55, 0.95), '#9fb0b2', 0.7 * (1 - part(t, 0.6, 0.96))),
            318 + 8 * wave(t, 2),
            70 - 60 * part(t, 0.55, 1),
          )
        : '')
    );
  },
};
