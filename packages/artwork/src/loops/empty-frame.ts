import { rugger } from '../actors/rugger.ts';
import { goblin, gold, ink, snow } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const emptyFrame: Loop = {
  title: 'Right click, save as',
  seconds: 3.2,
  ground: 'parlour',
  draw: (p, t) => {
    const px = key(t, [
      [0, 470],
      [0.3, 336],
      [0.42, 336],
      [0.72, 560],
    ]);
    const py = key(t, [
      [0, 250],
      [0.3, 150],
      [0.42, 150],
      [0.72, 200],
    ]);
    const taken = t > 0.42 && t < 0.9;
    const back = key(t, [
      [0.9, 0],
      [0.97, 1],
    ]);
    const picture = `${p.box(-42, -42, 84, 84, { fill: '#7fc0cf', shade: false })}<g transform="translate(0 92) scale(0.72)">${p.oval(0, -128, 44, 44, { fill: goblin })}${p.oval(-15, -136, 9, 10, { fill: '#ffe58a', shade: false })}${p.oval(17, -136, 9, 10, { fill: '#ffe58a', shade: false })}${p.oval(-14, -135, 3, 4, { fill: ink, width: 0 })}${p.oval(18, -135, 3, 4, { fill: ink, width: 0 })}${p.path('M-18 -110Q2 -98 22 -112', {})}${p.path('M-36 -166L-22 -186L-8 -172L4 -192L16 -172L30 -186L38 -164Z', { fill: gold })}</g>`;
    return (
      shadow(150, 246, 46) +
      p.box(276, 84, 124, 124, { fill: gold }, 5) +
      p.box(290, 98, 96, 96, { fill: '#2b2118', shade: false }, 2) +
      (taken
        ? p.path('M300 108L376 184M376 108L300 184', { stroke: '#4a3a2a', width: 2 })
        : place(picture, 338, 146, t > 0.9 ? back : 1)) +
      (t > 0.42 && t < 0.74 ? place(picture, px + 2, py - 4, 0.96, 8) : '') +
      (t < 0.74
        ? place(p.path('M0 0V36L9 28L15 42L22 39L16 26L28 25Z', { fill: snow }), px, py + 4, 1)
        : '') +
      (t > 0.36 && t < 0.44 ? place(sparks(p, part(t, 0.36, 0.46), 30), px, py) : '') +
      place(
        rugger(p, {
          rightHand: taken ? [26, -178] : [74, -110],
          leftHand: taken ? [-26, -178] : [-46, -50],
          mouth: taken ? 'oh' : 'grin',
          lid: taken ? 0 : 0.44,
          look: [taken ? 1 : 0.4, taken ? 0 : -0.1],
          ears: taken ? 0.8 : -0.1,
        }),
        156,
        242,
        0.95,
      )
    );
  },
};
