import { rugger } from '../actors/rugger.ts';
import { coal, cranberry, gold, ink, pine, snow } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { fir } from '../scenes/backdrops.ts';
import { shadow } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

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
