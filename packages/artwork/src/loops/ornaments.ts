import { elf, pip } from '../actors/elf.ts';
import { gingerbread } from '../actors/gingerbread.ts';
import { rugger } from '../actors/rugger.ts';
import { coal, cranberry, gold, ink, pine, snow, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { wallet } from '../props/tools.ts';
import { fir } from '../scenes/backdrops.ts';
import { haste, noiseRings, shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const gingerbreadRuns: Loop = {
  title: 'You cannot catch the gingerbread man',
  seconds: 3,
  poster: 0.42,
  ground: 'ice',
  draw: (p, t) => {
    const x = -130 + t * 800;
    const glide = wave(t, 3);
    return (
      shadow(x + 90, 240, 40) +
      shadow(x - 70, 252, 60) +
      place(
        gingerbread(p, {
          leftHand: [-34, -150],
          rightHand: [34, -150],
          leftFoot: [-26 - 10 * glide, -6 - Math.max(0, glide) * 14],
          rightFoot: [26 - 10 * glide, -6 + Math.min(0, glide) * 14],
          look: [-0.5, 0],
        }) + place(wallet(p), 0, -172, 0.95, 6 * glide),
        x + 90,
        238,
        0.86,
        8 * glide,
      ) +
      place(
        rugger(p, {
          leftHand: [-50, -120 + 12 * wave(t, 7)],
          rightHand: [84, -110 - 12 * wave(t, 7)],
          leftFoot: [30, -26],
          rightFoot: [48, -44],
          look: [1, -0.2],
          mouth: 'grit',
          lid: 0.1,
          ears: -0.5,
        }),
        x - 84,
        268,
        0.86,
        -14,
      ) +
      place(haste(p, 44), x - 150, 206) +
      snowfall(t, 18)
    );
  },
};

export const treeLights: Loop = {
  title: 'He pulled the plug',
  seconds: 3.2,
  ground: 'parlour',
  draw: (p, t) => {
    const dark = t > 0.34 && t < 0.8;
    const lamps = [
      [-14, -60],
      [10, -66],
      [-24, -44],
      [6, -46],
      [22, -40],
      [-34, -24],
      [-12, -24],
      [14, -22],
      [34, -20],
    ] as const;
    const colours = [cranberry, gold, '#7fc0cf', snow];
    return (
      shadow(320, 246, 90) +
      place(fir(0, 0, 1, pine), 324, 244, 2.15) +
      lamps
        .map(
          ([x, y], i) =>
            (dark
              ? ''
              : `<circle cx="${324 + x * 2.1}" cy="${244 + y * 2.1}" r="13" fill="${colours[i % 4]}" opacity="${(0.22 + 0.14 * wave(t, 5, i / 3)).toFixed(2)}"/>`) +
            p.oval(324 + x * 2.1, 244 + y * 2.1, 5, 5.6, {
              fill: dark ? '#4b585d' : (colours[(i + Math.floor(t * 10)) % 4] ?? gold),
              shade: false,
              width: 2,
            }),
        )
        .join('') +
      place(
        p.polygon(
          [
            [0, -16],
            [5, -5],
            [17, -4],
            [8, 4],
            [11, 16],
            [0, 9],
            [-11, 16],
            [-8, 4],
            [-17, -4],
            [-5, -5],
          ],
          { fill: dark ? '#7a6a3a' : gold },
        ),
        324,
        34,
      ) +
      p.curve(
        [
          [280, 242],
          [240, 250],
          [212, dark ? 226 : 240],
          [dark ? 196 : 206, dark ? 180 : 196],
        ],
        { width: 3.4, stroke: '#0c2c19' },
      ) +
      place(
        rugger(p, {
          rightHand: dark ? [54, -66] : [62, -44],
          leftHand: [-48, -50],
          look: [dark ? 0 : 0.8, dark ? 0 : 0.4],
          lid: dark ? 0 : 0.4,
          mouth: dark ? 'grit' : 'grin',
          ears: dark ? 0.8 : 0,
        }),
        148,
        242,
        0.94,
      ) +
      place(
        p.box(-7, -6, 14, 12, { fill: coal }, 3) + p.path('M7 -3H13M7 3H13', { width: 2.4 }),
        dark ? 196 : 206,
        dark ? 180 : 196,
      ) +
      (dark ? `<rect x="-60" y="-10" width="600" height="290" fill="#03080b" opacity="0.86"/>` : '') +
      (dark
        ? [-17, 17]
            .map(
              (x) =>
                `<ellipse cx="${148 + x * 0.94}" cy="110.400" rx="${t > 0.56 && t < 0.6 ? 12 : 12.2}" ry="${t > 0.56 && t < 0.6 ? 1.5 : 14}" fill="#ffe58a"/><circle cx="${148 + x * 0.94 + 5 * wave(t, 3)}" cy="111" r="${t > 0.56 && t < 0.6 ? 0 : 4.5}" fill="${ink}"/>`,
            )
            .join('')
        : '') +
      (t > 0.32 && t < 0.44 ? place(sparks(p, part(t, 0.32, 0.44), 36, '#ffe7b0'), 204, 190) : '')
    );
  },
};

export const giantBell: Loop = {
  title: 'The goblin is the clapper',
  seconds: 2.4,
  ground: 'roof',
  draw: (p, t) => {
    const swing = 24 * wave(t, 1);
    const inner = 40 * wave(t, 1, -0.12);
    const rope = 26 * wave(t, 1, 0.05);
    const ring = Math.abs(wave(t, 1, -0.1));
    return (
      p.box(160, -6, 16, 220, { fill: wood }) +
      p.box(364, -6, 16, 220, { fill: wood }) +
      p.box(146, 6, 248, 18, { fill: wood }, 3) +
      place(
        place(
          rugger(p, {
            leftHand: [-24, -176],
            rightHand: [24, -176],
            mouth: 'oh',
            lid: 0,
            look: [wave(t, 1), 0],
            ears: 0.7,
            leftFoot: [-14, 14],
            rightFoot: [14, 14],
          }),
          0,
          186,
          0.62,
          (inner - swing) * 0.5,
        ) +
          p.path('M0 4C-52 4 -46 92 -76 118C-80 130 -40 134 0 134C40 134 80 130 76 118C46 92 52 4 0 4Z', {
            fill: gold,
          }) +
          p.path('M-70 116Q0 134 70 116M-50 70Q0 82 50 70', { stroke: '#b9791a', width: 3 }) +
          p.path('M-30 30Q-38 60 -46 86', { stroke: '#ffe7b0', width: 6 }),
        270,
        22,
        1,
        swing,
      ) +
      (ring > 0.7 ? place(noiseRings(p, 0, 120, Math.sign(wave(t, 1, -0.1))), 270, 130) : '') +
      shadow(70, 214, 34) +
      p.line(96, 10, 96, 108 + rope, { width: 4, stroke: '#c9a66b' }) +
      p.line(96, 14, 270, 14, { width: 3, stroke: '#c9a66b' }) +
      place(
        elf(p, pip, {
          leftHand: [22, -140 + rope],
          rightHand: [30, -116 + rope],
          mouth: 'open',
          look: [0.9, -0.2],
          tip: [0, -rope * 0.3],
        }),
        70,
        212 + Math.min(0, rope * 0.4),
        0.8,
      ) +
      snowfall(t, 14)
    );
  },
};
