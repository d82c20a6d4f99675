import { elf, pip } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { cranberry, flame, gold, parchment, pine, snow, stone, wood, woodShade } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { alarm, puff, sparks } from '../props/effects.ts';
import { sack } from '../props/gifts.ts';
import { shadow, stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const caughtByLight: Loop = {
  title: 'Freeze, nobody is a lamp',
  seconds: 4,
  poster: 0.5,
  ground: 'cellar',
  draw: (p, t) => {
    const x = t < 0.36 ? -90 + (t / 0.36) * 320 : t < 0.68 ? 230 : 230 + ((t - 0.68) / 0.32) * 390;
    const frozen = t > 0.36 && t < 0.68;
    const lightX = key(t, [
      [0.08, 640],
      [0.38, 230],
      [0.62, 236],
      [0.78, -170],
    ]);
    const pose = frozen
      ? {
          leftHand: [-34, -176] as const,
          rightHand: [34, -176] as const,
          mouth: 'pucker' as const,
          lid: 0.1,
          look: [0.6 * wave(t, 6), -0.6] as const,
        }
      : {
          ...stride(t, 9, 14),
          leftHand: [-22, -96] as const,
          rightHand: [40, -92] as const,
          mouth: 'grin' as const,
          look: [t < 0.36 ? 1 : -0.7, 0] as const,
        };
    const lampshade =
      p.path('M-28 0L-44 44H44L28 0Q0 -6 -28 0Z', { fill: gold }) +
      p.path('M-38 30L38 30', { width: 2 }) +
      p.path('M30 44V66', { width: 1.6 });
    return (
      place(
        place(frozen ? '' : sack(p), -34, -40, 0.86, -14) +
          rugger(p, pose) +
          (frozen ? place(lampshade, 0, -204, 1.05) : '') +
          (frozen ? place(sack(p), -66, 0, 0.86) : ''),
        x,
        242 - (frozen ? 0 : Math.abs(wave(t, 9)) * 4),
        0.9,
      ) +
      `<path d="M-60 -10H540V290H-60Z M${(lightX + 112).toFixed(1)} 150A112 118 0 1 0 ${(lightX - 112).toFixed(1)} 150A112 118 0 1 0 ${(lightX + 112).toFixed(1)} 150Z" fill="#04090c" opacity="0.56" fill-rule="evenodd"/><ellipse cx="${lightX.toFixed(1)}" cy="150" rx="112" ry="118" fill="#ffe7b0" opacity="0.14"/>` +
      (t > 0.33 && t < 0.42 ? place(alarm(p), 296, 90, 1.2, 10) : '')
    );
  },
};

export const candyJail: Loop = {
  title: 'Behind candy bars',
  seconds: 2.8,
  ground: 'cellar',
  draw: (p, t) => {
    const bars = [0, 1, 2, 3, 4].map((i) => {
      const x = 84 + i * 56;
      return (
        p.box(x - 5, 20, 10, 224, { fill: snow, shade: false }, 4) +
        [0, 1, 2, 3, 4, 5, 6]
          .map((k) =>
            p.polygon(
              [
                [x - 5, 44 + k * 28],
                [x + 5, 36 + k * 28],
                [x + 5, 48 + k * 28],
                [x - 5, 56 + k * 28],
              ],
              { fill: cranberry, shade: false, width: 0 },
            ),
          )
          .join('') +
        p.box(x - 5, 20, 10, 224, {}, 4)
      );
    });
    const mug = 196 + 62 * wave(t, 2);
    return (
      p.box(70, 12, 252, 236, { fill: '#0d171b', shade: false }, 3) +
      place(
        rugger(p, {
          leftHand: [-36, -92],
          rightHand: [(mug - 196) / 0.98, -62],
          look: [wave(t, 2), 0.2],
          mouth: 'frown',
          lid: 0.6,
          ears: 0.9,
          tilt: 4 * wave(t, 2),
        }),
        196,
        244,
        0.98,
      ) +
      bars.join('') +
      place(
        p.box(-14, -12, 28, 26, { fill: stone }, 3) + p.path('M14 -6Q26 0 14 8', { width: 4 }),
        mug,
        186,
        1,
        8 * wave(t, 4),
      ) +
      p.box(62, 6, 268, 18, { fill: wood }) +
      p.box(62, 238, 268, 16, { fill: wood }) +
      (Math.abs(wave(t, 4)) > 0.9 ? place(sparks(p, 0.4, 26, flame, 7), mug, 168) : '') +
      shadow(398, 250, 40) +
      place(
        elf(p, pip, {
          blink: 1,
          tilt: 8 + 3 * wave(t, 1),
          mouth: 'flat',
          rightHand: [30, -60],
          leftHand: [-20, -56],
        }) +
          p.limb([36, -2], [36, -150], 0, 6, wood) +
          p.polygon(
            [
              [36, -176],
              [28, -150],
              [44, -150],
            ],
            { fill: stone },
          ),
        396,
        248,
        0.9,
      ) +
      [0, 1, 2]
        .map((i) => {
          const u = (t + i / 3) % 1;
          return `<g opacity="${Math.sin(u * Math.PI).toFixed(2)}">${place(p.path('M-6 -7H6L-6 7H6', { stroke: flame, width: 3 }), 424 + u * 30, 110 - u * 66, 0.5 + u * 0.7, 8)}</g>`;
        })
        .join('')
    );
  },
};

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
