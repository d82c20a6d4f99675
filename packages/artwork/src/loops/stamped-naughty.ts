import { lettering } from '../drawing/lettering.ts';
import { cranberry, goblin, ink, pine, snow, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part } from '../drawing/time.ts';
import { scribble, sparks } from '../props/effects.ts';
import type { Loop } from './loop.ts';

export const stampedNaughty: Loop = {
  title: 'Stamped',
  seconds: 2.8,
  poster: 0.7,
  ground: 'page',
  draw: (p, t) => {
    const slide =
      t > 0.8
        ? key(t, [
            [0.8, 0],
            [0.92, -430],
          ])
        : 0;
    const fresh =
      t > 0.84
        ? key(t, [
            [0.84, 430],
            [0.98, 0],
          ])
        : 430;
    const down = key(t, [
      [0.2, 0],
      [0.34, 1.05],
      [0.38, 1],
      [0.48, 1],
      [0.62, 0],
    ]);
    const marked = t > 0.35;
    const sheetOf = (stamped: boolean) =>
      p.box(-110, -112, 220, 226, { fill: '#fffaf0', shade: '#e6d6ae' }, 3) +
      p.box(-48, -98, 96, 96, { fill: '#7fa3a8', shade: false, width: 2 }, 2) +
      `<g transform="translate(0 62) scale(0.7)">${p.path('M-30 -148Q-60 -172 -66 -142Q-56 -120 -32 -112ZM30 -148Q60 -172 66 -142Q56 -120 32 -112Z', { fill: goblin })}${p.oval(0, -128, 40, 42, { fill: goblin })}${p.oval(-15, -138, 10, 11, { fill: '#ffe58a', shade: false })}${p.oval(16, -138, 10, 11, { fill: '#ffe58a', shade: false })}${p.oval(-13, -136, 3.5, 4, { fill: ink, width: 0 })}${p.oval(18, -136, 3.5, 4, { fill: ink, width: 0 })}${p.path(stamped ? 'M-16 -98Q2 -112 20 -99' : 'M-20 -110Q0 -94 22 -112', {})}</g>` +
      [22, 42, 62, 82].map((y, i) => scribble(p, -84, y, i === 3 ? 96 : 166, '#4a3020', 1.8)).join('') +
      (stamped
        ? place(
            `${p.box(-96, -30, 192, 58, { stroke: cranberry, width: 5 }, 8)}<path d="${lettering('NAUGHTY', 0, 14, 42).data}" fill="${cranberry}"/>`,
            4,
            34,
            1,
            -13,
          )
        : '');
    const stamp =
      p.box(-74, -26, 148, 26, { fill: wood }, 5) +
      p.path('M-16 -26C-18 -60 -30 -70 -26 -92C-20 -108 20 -108 26 -92C30 -70 18 -60 16 -26Z', {
        fill: cranberry,
      }) +
      p.box(-70, -2, 140, 8, { fill: '#5a1620', shade: false }, 2);
    return (
      (t < 0.94 ? place(sheetOf(marked), 240 + slide, 140, 1, -2) : '') +
      (fresh < 420 ? place(sheetOf(false), 240 + fresh, 140, 1, -2) : '') +
      place(
        p.limb([40, -250], [4, -92], 0, 46, pine) + stamp + p.oval(2, -96, 34, 24, { fill: snow }),
        250,
        -40 + down * 216,
        1,
        -13 * down,
      ) +
      (t > 0.34 && t < 0.48 ? place(sparks(p, part(t, 0.34, 0.48), 130, '#a98a54', 13), 246, 176) : '')
    );
  },
};
