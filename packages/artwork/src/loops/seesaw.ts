import { rugger } from '../actors/rugger.ts';
import { santa } from '../actors/santa.ts';
import { wood, woodShade } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, wave } from '../drawing/time.ts';
import { shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const seesaw: Loop = {
  title: 'Santa and the goblin on a seesaw',
  seconds: 2.6,
  poster: 0.2,
  ground: 'hills',
  draw: (p, t) => {
    const goblinUp = t < 0.5 ? Math.sin((t / 0.5) * Math.PI) : 0;
    const santaUp = t >= 0.5 ? Math.sin(((t - 0.5) / 0.5) * Math.PI) : 0;
    const tip =
      t < 0.5
        ? key(t, [
            [0, -9],
            [0.06, 9],
            [0.46, 9],
            [0.5, 9],
          ])
        : key(t, [
            [0.5, 9],
            [0.56, -9],
            [1, -9],
          ]);
    const dy = Math.sin((tip * Math.PI) / 180) * 130;
    return (
      shadow(240, 248, 150) +
      place(
        rugger(p, {
          leftHand: goblinUp > 0.1 ? [-60, -150 + 10 * wave(t, 8)] : [-46, -40],
          rightHand: goblinUp > 0.1 ? [60, -150 - 10 * wave(t, 8)] : [46, -40],
          mouth: goblinUp > 0.1 ? 'oh' : 'grit',
          lid: goblinUp > 0.1 ? 0 : 0.3,
          ears: goblinUp > 0.1 ? (t < 0.25 ? 0.9 : -1) : 0.2,
          look: [0.6, -0.4],
        }),
        122,
        208 - dy - goblinUp * 104,
        0.72,
        goblinUp * -24,
      ) +
      place(
        santa(p, {
          mouth: santaUp > 0.1 ? 'laugh' : 'smile',
          leftHand: santaUp > 0.1 ? [-84, -150] : [-78, -66],
          rightHand: santaUp > 0.1 ? [84, -150] : [78, -66],
          tip: [0, -santaUp * 30],
        }),
        352,
        208 + dy - santaUp * 56,
        0.6,
        santaUp * 8,
      ) +
      place(p.box(-150, -8, 300, 14, { fill: wood }, 4), 240, 212, 1, tip) +
      p.path('M240 214L268 248H212Z', { fill: woodShade, shade: '#38200f' }) +
      snowfall(t, 14)
    );
  },
};
