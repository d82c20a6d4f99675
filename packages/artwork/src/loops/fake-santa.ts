import { elf, pip } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { snow } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { santaHat, shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const fakeSanta: Loop = {
  title: 'That is not Santa',
  seconds: 3,
  poster: 0.5,
  ground: 'parlour',
  draw: (p, t) => {
    const drag = key(t, [
      [0.22, 0],
      [0.48, 1],
      [0.56, 1],
      [0.6, -0.08],
      [0.66, 0],
    ]);
    const caught = t > 0.24 && t < 0.6;
    const sting = t >= 0.58 && t < 0.8;
    const beard = p.path(
      'M-34 -118C-48 -100 -44 -66 -26 -52C-14 -40 -4 -36 2 -32C10 -38 24 -42 32 -54C46 -70 48 -102 34 -118C20 -106 10 -104 0 -110C-10 -104 -22 -106 -34 -118Z',
      { fill: snow },
    );
    const pull = drag * 84;
    return (
      shadow(190, 246, 46) +
      shadow(350, 246, 40) +
      place(
        rugger(p, {
          mouth: caught ? 'oh' : sting ? 'grit' : 'grin',
          lid: caught ? 0 : 0.4,
          blink: sting ? 1 : 0,
          look: [caught ? 1 : 0.4, 0],
          ears: caught ? -0.5 : 0.2,
          leftHand: [-48, -60],
          rightHand: [46, -44],
          nod: [sting ? 4 * wave(t, 14) : 0, 0],
        }) + place(santaHat(p), 0, -158, 1, sting ? 5 * wave(t, 14) : -4),
        190,
        242,
        0.98,
      ) +
      (drag > 0.05
        ? p.line(160, 128, 190 + pull - 26, 144, { width: 1.6 }) +
          p.line(220, 126, 190 + pull + 20, 138, { width: 1.6 })
        : '') +
      place(beard, 190 + pull, 242, 0.98) +
      place(
        elf(p, pip, {
          leftHand: drag > 0.02 && t < 0.57 ? [(190 + pull + 34 - 352) / 0.94, -82] : [-40, -60],
          rightHand: [40, -50],
          look: [-1, -0.2],
          mouth: caught ? 'open' : sting ? 'smile' : 'flat',
          turn: -0.5,
          tilt: drag * 8,
        }),
        352 + drag * 8,
        244,
        0.94,
        drag * 6,
      ) +
      (sting ? place(sparks(p, part(t, 0.57, 0.72), 50, snow), 190, 146) : '')
    );
  },
};
