import { rugger } from '../actors/rugger.ts';
import { cranberry } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { part, wave } from '../drawing/time.ts';
import { puff } from '../props/effects.ts';
import { candle } from '../props/greens.ts';
import type { Loop } from './loop.ts';

export const candleChart: Loop = {
  title: 'A chart of real candles, until someone blows',
  seconds: 3.4,
  ground: 'page',
  draw: (p, t) => {
    const candles = Array.from({ length: 7 }, (_, i) => {
      const dead = t > 0.34 + (6 - i) * 0.045 && t < 0.84 + i * 0.016;
      const x = 92 + i * 34;
      const high = [34, 50, 44, 68, 60, 88, 104][i] ?? 40;
      const since = part(t, 0.34 + (6 - i) * 0.045, 0.6 + (6 - i) * 0.045);
      return (
        place(candle(p, high, !dead, wave(t, 5, i / 5), dead ? cranberry : '#5fae74'), x, 214) +
        (dead && since < 1
          ? place(puff(p, 4 + 7 * since, '#8d9a9c', 0.8 * (1 - since)), x, 200 - high - 34 * since)
          : '')
      );
    });
    const blow = t > 0.3 && t < 0.64;
    return (
      p.path('M66 34V216H334', { width: 4 }) +
      p.path('M66 34L60 46M66 34L72 46M334 216L322 210M334 216L322 222', { width: 4 }) +
      candles.join('') +
      (blow
        ? [0, 1, 2]
            .map((i) =>
              p.curve(
                [
                  [360, 116 + i * 16],
                  [330 - 30 * part(t, 0.3, 0.4), 108 + i * 16],
                  [300 - 160 * part(t, 0.32, 0.6), 118 + i * 18],
                ],
                { stroke: '#7fa3a8', width: 3 },
              ),
            )
            .join('')
        : '') +
      place(
        rugger(p, {
          look: [-0.9, 0],
          mouth: blow ? 'pucker' : 'grin',
          lid: blow ? 0.1 : 0.42,
          leftHand: [-52, blow ? -60 : -96],
          rightHand: [46, -54],
          tilt: blow ? -8 : 4 * wave(t, 1),
          nod: [blow ? -10 : 0, 0],
        }),
        408,
        262,
        1.05,
      )
    );
  },
};
