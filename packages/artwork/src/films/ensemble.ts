import { elf, nettle, pip } from '../actors/elf.ts';
import { sausage } from '../actors/gentry.ts';
import { robin } from '../actors/robin.ts';
import { santa } from '../actors/santa.ts';
import { type Pen, place } from '../drawing/pen.ts';
import { snowfall } from '../scenes/stagecraft.ts';
import { beat, chain, danceFeet, danceHands } from './party.ts';
import type { Shot } from './shot.ts';

export const ensemble: Shot['draw'] = (p, _, now) =>
  snowfall((now / 3) % 1, 20) +
  place(elf(p, pip, { ...danceHands(now, 90, 46), mouth: 'open' }), 56, 264, 0.5) +
  place(sausage(p, { leftHand: [-54, -110 + 10 * beat(now)], wink: now % 2 > 1.4 }), 124, 264, 0.46) +
  place(santa(p, { rightHand: [84, -120 + 8 * beat(now)], mouth: 'laugh' }), 404, 268, 0.42) +
  place(elf(p, nettle, { ...danceHands(now, 100, 46, 0.5), mouth: 'open' }), 330, 264, 0.4) +
  place(robin(p, { beak: Math.max(0, beat(now, 2)) }), 460, 264, 0.6);

export const swagger = (p: Pen, now: number): string =>
  place(
    santa(p, {
      ...danceFeet(now, 28),
      leftHand: [-82 - 6 * beat(now), -84 + 18 * beat(now)],
      rightHand: [82 - 6 * beat(now), -84 - 18 * beat(now)],
      cool: true,
      mouth: 'smile',
      tilt: 7 * beat(now, 1, 0.1),
      nod: [4 * beat(now), Math.abs(beat(now)) * 4],
      tip: [6 * beat(now, 1, 0.3), 4],
    }) + chain(p, beat(now, 1, 0.2)),
    0,
    0,
    1,
    4 * beat(now),
  );
