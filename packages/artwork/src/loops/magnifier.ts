import { elf, pip } from '../actors/elf.ts';
import { ink, skin, snow, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';
import type { Loop } from './loop.ts';

export const magnifier: Loop = {
  title: 'An elf looks closely',
  seconds: 2.6,
  ground: 'workshop',
  draw: (p, t) => {
    const x = 240 + 74 * wave(t, 1);
    const look = -wave(t, 1);
    const blink = t > 0.48 && t < 0.54 ? 1 : 0;
    const lens =
      p.limb([38, 42], [92, 112], 0, 15, wood) +
      p.oval(0, 0, 56, 56, { fill: '#d7eef0', shade: '#a9cfd4' }) +
      p.oval(0, 0, 44, 44, { fill: skin, shade: false, width: 0 }) +
      p.oval(0, 0, 36, blink ? 4 : 34, { fill: snow, shade: false }) +
      (blink
        ? ''
        : p.oval(look * 8, 2, 19, 20, { fill: '#2f7a45', shade: false, width: 2 }) +
          p.oval(look * 9, 2, 11, 12, { fill: ink, width: 0 }) +
          p.oval(look * 9 - 5, -4, 4, 4, { fill: snow, width: 0 })) +
      p.oval(0, 0, 56, 56, { stroke: '#a86f12', width: 8 }) +
      p.path('M-40 -20Q-32 -38 -14 -42', { stroke: '#ffffff', width: 5 });
    return (
      place(
        elf(p, pip, {
          look: [-look, 0],
          turn: wave(t, 1) * 0.8,
          tilt: 5 * wave(t, 1),
          leftHand: [-44, -36],
          rightHand: [40, -38],
          mouth: 'open',
          tip: [-8 * wave(t, 1), 6],
        }),
        236 + 12 * wave(t, 1),
        330,
        1.75,
      ) + place(lens, x - 10, 146, 0.92)
    );
  },
};
