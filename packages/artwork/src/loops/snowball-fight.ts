import { elf, pip } from '../actors/elf.ts';
import { rugger } from '../actors/rugger.ts';
import { snow } from '../drawing/palette.ts';
import { place } from '../drawing/pen.ts';
import { part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { snowball } from '../props/gifts.ts';
import { shadow, snowfall } from '../scenes/stagecraft.ts';
import type { Loop } from './loop.ts';

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
