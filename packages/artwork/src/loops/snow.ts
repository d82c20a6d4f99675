import { elf, nettle, pip } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { snow, stone, wood } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { snowball } from '../props/gifts.ts';
import { haste, shadow, snowfall, stride } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

export const snowballChase: Loop = {
  title: 'A goblin is chased by a growing snowball',
  seconds: 2.5,
  ground: 'hills',
  draw: (p, t) => {
    const mounds = Array.from({ length: 6 }, (_, i) => {
      const x = ((i * 120 + t * 240) % 720) - 100;
      return p.path(`M${x - 40} 262Q${x} ${240} ${x + 46} 262Z`, { fill: snow });
    });
    const r = 66 + 6 * wave(t, 1);
    const bump = Math.abs(wave(t, 2)) * 7;
    return (
      shadow(350, 246, 66) +
      shadow(140, 244, 40) +
      place(snowball(p, r, -720 * t), 350 + 12 * wave(t, 1), 240 - r - bump) +
      place(haste(p, 40), 268, 226 - bump) +
      place(
        rugger(p, {
          ...stride(t, 5, 26),
          leftHand: [-58, -96 + 20 * wave(t, 5)],
          rightHand: [58, -96 - 20 * wave(t, 5)],
          look: [1, 0],
          mouth: 'oh',
          lid: 0,
          ears: -0.6,
          tilt: -6,
        }),
        140 - 14 * wave(t, 1),
        238 - Math.abs(wave(t, 5)) * 6,
        0.9,
        -10,
      ) +
      mounds.join('') +
      snowfall(t)
    );
  },
};

export const snowballFight: Loop = {
  title: 'A lesson in incoming transfers',
  seconds: 3,
  ground: 'hills',
  draw: (p, t) => {
    const throwAt = [0.14, 0.36, 0.58];
    const balls = throwAt.map((start) => {
      const u = part(t, start, start + 0.14);
      return u > 0 && u < 1
        ? place(snowball(p, 13, 500 * u), 330 - u * 180, 150 - Math.sin(u * Math.PI) * 46 - u * 20)
        : u >= 1 && t < start + 0.24
          ? place(sparks(p, part(t, start + 0.14, start + 0.24), 46, snow, 10), 150, 124)
          : '';
    });
    const hits = throwAt.filter((start) => t > start + 0.14).length;
    const recoil = throwAt
      .map((start) => Math.max(0, 1 - Math.abs(t - start - 0.17) / 0.05))
      .reduce((a, b) => a + b, 0);
    const arm = throwAt
      .map((start) => Math.max(0, 1 - Math.abs(t - start) / 0.09))
      .reduce((a, b) => a + b, 0);
    const shake = t > 0.84 ? wave(t, 16) * 8 : 0;
    const covered = t > 0.92 ? 0 : hits;
    return (
      shadow(140, 246, 46) +
      shadow(350, 246, 46) +
      place(
        rugger(p, {
          look: [0.9, 0],
          mouth: hits > 0 && t < 0.9 ? (hits > 2 ? 'frown' : 'grit') : 'grin',
          lid: recoil > 0.2 ? 1 : hits > 0 && t < 0.9 ? 0.5 : 0.4,
          ears: recoil > 0.2 ? -0.7 : 0.2,
          leftHand: [-48, -56],
          rightHand: [48, -60],
          nod: [-recoil * 14 + shake, 0],
        }) +
          `<g transform="translate(${(-recoil * 14 + shake).toFixed(1)} 0)">${
            covered > 0
              ? p.blob(
                  [
                    [-24, -168],
                    [0, -178],
                    [22, -168],
                    [26, -156],
                    [0, -152],
                    [-26, -156],
                  ],
                  { fill: snow },
                )
              : ''
          }${
            covered > 1
              ? p.blob(
                  [
                    [8, -112],
                    [26, -118],
                    [36, -104],
                    [26, -92],
                    [10, -96],
                  ],
                  { fill: snow },
                )
              : ''
          }${
            covered > 2
              ? p.blob(
                  [
                    [-38, -126],
                    [-20, -130],
                    [-8, -116],
                    [-22, -100],
                    [-38, -108],
                  ],
                  { fill: snow },
                )
              : ''
          }</g>`,
        146,
        242,
        0.96,
        -recoil * 8,
      ) +
      balls.join('') +
      place(
        elf(p, pip, {
          leftHand: [-44 - arm * 22, -60 - arm * 52],
          rightHand: [40, -58],
          mouth: 'open',
          look: [-0.9, 0],
          turn: -0.5,
          tip: [arm * 10, 0],
        }),
        356,
        246,
        1,
        -arm * 10,
      ) +
      p.blob(
        [
          [392, 248],
          [398, 230],
          [412, 226],
          [424, 234],
          [430, 248],
        ],
        { fill: snow },
      ) +
      snowfall(t, 16)
    );
  },
};

export const frozenGoblin: Loop = {
  title: 'Assets frozen',
  seconds: 3,
  ground: 'ice',
  draw: (p, t) => {
    const tap = Math.max(0, wave(t, 3));
    const hit = tap > 0.86;
    const shake = hit ? 3 : 0;
    return (
      shadow(190, 250, 80) +
      place(
        rugger(p, {
          mouth: 'grit',
          lid: 0.06,
          look: [0.9 * wave(t, 1), -0.2],
          ears: 0.3,
          leftHand: [-52, -120],
          rightHand: [52, -118],
          blink: t > 0.6 && t < 0.66 ? 1 : 0,
        }),
        190 + shake,
        240,
        0.9,
      ) +
      `<g opacity="0.5">${p.path(`M${104 + shake} 250L${98 + shake} 66L${122 + shake} 40L${258 + shake} 36L${282 + shake} 60L${278 + shake} 250Z`, { fill: '#9fd8e6', shade: '#6fb4c8' })}</g>` +
      p.path(
        `M${122 + shake} 40L${132 + shake} 66L${262 + shake} 62L${282 + shake} 60M${132 + shake} 66L${134 + shake} 246M${98 + shake} 66L${132 + shake} 66`,
        { stroke: snow, width: 3 },
      ) +
      p.path(`M${232 + shake} 96L${252 + shake} 84M${228 + shake} 116L${246 + shake} 106`, {
        stroke: '#ffffff',
        width: 4,
      }) +
      shadow(366, 250, 40) +
      place(
        elf(p, nettle, {
          leftHand: [-56 - tap * 6, -96 + tap * 8],
          rightHand: [44, -64],
          look: [-0.8, 0],
          mouth: hit ? 'open' : 'flat',
          turn: -0.6,
        }),
        366,
        248,
        0.9,
        -tap * 4,
      ) +
      place(
        p.limb([0, 0], [0, -44], 0, 6, wood) + p.box(-22, -58, 40, 20, { fill: stone }, 3),
        314 - tap * 6,
        166 + tap * 6,
        0.95,
        22 - tap * 82,
      ) +
      (hit ? place(sparks(p, 0.45, 36, snow, 8), 280, 142) : '') +
      snowfall(t, 16)
    );
  },
};
