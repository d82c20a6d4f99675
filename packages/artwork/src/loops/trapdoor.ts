import { rugger } from '../actors/rugger.ts';
import { parchment, pine, snow, wood, woodShade } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { puff } from '../props/effects.ts';
import type { Loop } from './loop.ts';

export const trapdoor: Loop = {
  title: 'The stage has a trapdoor',
  seconds: 3.2,
  ground: 'stage',
  draw: (p, t) => {
    const drop = key(t, [
      [0.46, 0],
      [0.5, -14],
      [0.6, 260],
      [0.78, 260],
      [0.96, 0],
    ]);
    const open = key(t, [
      [0.42, 0],
      [0.47, 1],
      [0.66, 1],
      [0.7, 0],
      [0.76, 0],
      [0.79, 1],
      [0.95, 1],
      [0.98, 0],
    ]);
    const chart =
      p.box(-52, -84, 104, 74, { fill: parchment }, 2) +
      p.path('M-52 -86H52M-30 -10L-44 40M30 -10L44 40M0 -10V44', { width: 4, stroke: woodShade }) +
      p.path('M-42 -22L-24 -34L-12 -28L8 -52L18 -46L40 -76', { stroke: pine, width: 4 }) +
      p.path('M28 -76L42 -78L40 -64', { stroke: pine, width: 4 });
    const panic = t > 0.42 && t < 0.7;
    return (
      place(chart, 340, 188) +
      p.path('M172 228H276L288 246H160Z', { fill: '#0b0709', shade: false }) +
      `<clipPath id="pit"><rect x="0" y="-40" width="480" height="280"/></clipPath><g clip-path="url(#pit)">` +
      place(
        rugger(p, {
          rightHand: panic ? [56, -170] : [62, -104 + 8 * wave(t, 3)],
          leftHand: panic ? [-56, -170] : [-44, -56],
          mouth: panic ? 'oh' : 'grin',
          lid: panic ? 0 : 0.42,
          ears: panic ? -1 : 0,
          look: panic ? [0, 1] : [0.8, 0],
        }),
        224,
        240 + drop,
        0.95,
      ) +
      '</g>' +
      (open > 0.5 ? '' : p.path('M172 228H276L288 246H160Z', { fill: wood, shade: false })) +
      (open > 0.5
        ? p.path('M172 228L150 214L140 230L160 246ZM276 228L298 214L308 230L288 246Z', {
            fill: woodShade,
            shade: false,
          })
        : p.line(224, 228, 224, 246, { width: 2 })) +
      (t > 0.6 && t < 0.74
        ? place(puff(p, 30 * part(t, 0.6, 0.68), snow, 1 - part(t, 0.64, 0.74)), 224, 226)
        : '')
    );
  },
};
