import { reindeerSide } from '../actors/reindeer.ts';
import { rugger } from '../actors/rugger.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { sack } from '../props/gifts.ts';
import { shadow, stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const reindeerKick: Loop = {
  title: 'Never sneak up on a reindeer',
  seconds: 3,
  poster: 0.45,
  ground: 'hills',
  draw: (p, t) => {
    const walk = key(t, [
      [0, -70],
      [0.44, 150],
    ]);
    const kick = key(t, [
      [0.46, 0],
      [0.5, 1],
      [0.56, 1],
      [0.64, 0],
    ]);
    const fly = part(t, 0.5, 0.78);
    const goblin = rugger(p, {
      ...(fly > 0 ? { leftFoot: [-26, -14], rightFoot: [26, -10] } : stride(t, 7, 14)),
      leftHand: fly > 0 ? [-60, -140] : [-20, -96],
      rightHand: fly > 0 ? [60, -140] : [44, -92 + 5 * wave(t, 7)],
      mouth: fly > 0 ? 'oh' : 'grin',
      lid: fly > 0 ? 0 : 0.5,
      look: [1, 0],
      ears: fly > 0 ? -0.8 : 0.2,
    });
    return (
      shadow(310, 246, 70) +
      place(
        reindeerSide(p, { hind: kick, blink: t > 0.66 && t < 0.82 ? 1 : 0 }),
        300,
        246,
        1.25,
        key(t, [
          [0.46, 0],
          [0.52, 7],
          [0.64, 0],
        ]),
      ) +
      (fly < 1
        ? place(
            (fly > 0 ? '' : place(sack(p), -34, -46, 0.8, -16)) + goblin,
            walk - fly * 120,
            240 - fly * 240,
            0.72 * (1 - fly * 0.75),
            -fly * 700,
          )
        : '') +
      (t > 0.5 && t < 0.6 ? place(sparks(p, part(t, 0.49, 0.6), 46), 186, 186) : '') +
      place(sparks(p, part(t, 0.77, 0.95), 26, '#ffe7b0', 8), 36, 34)
    );
  },
};
