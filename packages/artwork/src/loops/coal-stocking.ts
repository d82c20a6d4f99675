import { rugger } from '../actors/rugger.ts';
import { woodShade } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { coalLump, stocking } from '../props/gifts.ts';
import { candle, holly } from '../props/greens.ts';
import { shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const coalStocking: Loop = {
  title: 'Coal in the stocking',
  seconds: 3,
  ground: 'parlour',
  draw: (p, t) => {
    const hits = [0.22, 0.4, 0.58];
    const landed = hits.filter((hit) => t > hit).length;
    const last = hits.filter((hit) => t > hit).at(-1);
    const swing = last === undefined ? 0 : Math.max(0, 1 - (t - last) / 0.14);
    const long =
      t > 0.82
        ? key(t, [
            [0.82, 1.36],
            [0.88, 0.86],
            [0.93, 1.06],
            [0.97, 1],
          ])
        : 1 + landed * 0.12 + swing * 0.14;
    const gloom = landed > 0 && t < 0.9;
    return (
      p.box(-60, 52, 600, 16, { fill: woodShade, shade: false }) +
      place(candle(p, 30, true, wave(t, 4)), 200, 52, 0.8) +
      place(candle(p, 22, true, wave(t, 5)), 420, 52, 0.8) +
      place(holly(p), 312, 54, 0.7) +
      hits
        .map((hit) =>
          t > hit - 0.14 && t < hit
            ? place(
                coalLump(p, 1.1),
                312,
                -20 + 100 * part(t, hit - 0.14, hit) ** 2,
                1,
                200 * part(t, hit - 0.14, hit),
              )
            : '',
        )
        .join('') +
      place(stocking(p, long), 308, 84, 1.15, 5 * swing * wave(t, 12)) +
      (last !== undefined && t < last + 0.12
        ? place(sparks(p, part(t, last, last + 0.12), 40, '#cfd8d8'), 310, 78)
        : '') +
      shadow(150, 246, 46) +
      place(
        rugger(p, {
          look: [0.9, -0.7],
          mouth: gloom ? (landed > 2 ? 'frown' : 'oh') : 'grin',
          lid: gloom ? (landed > 2 ? 0.6 : 0) : 0.2,
          ears: gloom ? 0.3 + landed * 0.2 : -0.4,
          leftHand: gloom ? [-46, -46] : [-20, -96],
          rightHand: gloom ? [46, -46] : [22, -96 + 3 * wave(t, 8)],
        }),
        150,
        242,
        0.94,
      )
    );
  },
};
