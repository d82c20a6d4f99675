import { elf, pip } from '../actors/elf.ts';
import { snowmanHead } from '../actors/gentry.ts';
import { rugger } from '../actors/rugger.ts';
import { coal, goblin, gold, ink, snow, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { puff, sparks } from '../props/effects.ts';
import { candleFlame } from '../props/greens.ts';
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

export const meltingDisguise: Loop = {
  title: 'An exit scam next to a warm fire',
  seconds: 3.4,
  poster: 0.34,
  ground: 'hearth',
  draw: (p, t) => {
    const melt = key(t, [
      [0.16, 0],
      [0.56, 1],
      [0.84, 1],
      [0.9, 0],
    ]);
    const seen = melt > 0.5;
    return (
      [372, 392, 410]
        .map((x, i) =>
          place(candleFlame(p, wave(t, 3 + i, i / 3)), x, 212, [2.2, 1.9 + 0.3 * wave(t, 4, i / 3)]),
        )
        .join('') +
      p.limb([360, 214], [424, 208], 0, 12, wood) +
      `<circle cx="392" cy="180" r="110" fill="${gold}" opacity="${(0.12 + 0.02 * wave(t, 6)).toFixed(3)}"/>` +
      shadow(190, 246, 60) +
      place(
        p.path(
          `M${-40 - melt * 60} 0Q${-60 - melt * 60} 12 0 14Q${60 + melt * 60} 12 ${40 + melt * 60} 0Q0 -12 ${-40 - melt * 60} 0Z`,
          { fill: '#cfe6ea', shade: false },
        ),
        190,
        240,
      ) +
      place(
        rugger(p, {
          mouth: seen ? 'grit' : 'grin',
          lid: seen ? 0 : 0.3,
          look: [seen ? -0.9 : 0.8, 0],
          ears: key(t, [
            [0.3, 1],
            [0.56, -0.5],
            [0.84, -0.5],
            [0.88, 1],
          ]),
          rightHand: [seen ? 52 : 34, seen ? -120 : -50],
          leftHand: [seen ? -52 : -34, seen ? -120 : -50],
        }),
        190,
        242,
        0.94,
      ) +
      (melt < 0.97
        ? place(
            p.path('M-52 -2C-76 -34 -44 -82 0 -82C44 -82 76 -34 52 -2Q0 8 -52 -2Z', { fill: snow }) +
              p.oval(0, -84, 44, 36, { fill: snow }) +
              [-66, -48, -28].map((y) => p.oval(1, y, 4, 4, { fill: coal, shade: false, width: 0 })).join(''),
            190,
            242,
            [1 + melt * 0.5, 1 - melt * 0.96],
          )
        : '') +
      (melt < 0.9
        ? place(snowmanHead(p, { look: [0.8, 0], mouth: 'smile' }), 190, 242 + 130 * melt * 1.1 - 12, [
            1.25 * (1 + melt * 0.3),
            1.25 * (1 - melt * 0.7),
          ])
        : '') +
      (t > 0.82 && t < 0.97
        ? place(puff(p, 92 * part(t, 0.8, 0.88), snow, 1 - part(t, 0.89, 0.97)), 190, 158)
        : '')
    );
  },
};

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
