import { elfHead, pip } from '../actors/elf.ts';
import { cheeks, dotEyes } from '../actors/face.ts';
import { sausage, snowman } from '../actors/gentry.ts';
import { gingerbread } from '../actors/gingerbread.ts';
import { reindeer } from '../actors/reindeer.ts';
import { robin } from '../actors/robin.ts';
import { cranberry, pine, snow } from '../drawing/palette.ts';
import { type Pen, place, sticker } from '../drawing/pen.ts';
import { candyCane, holly, starShape } from '../props/greens.ts';

function elfPeeking(p: Pen): string {
  // The hands grip the object on which the picture's lower edge rests.
  const hand = (x: number) =>
    p.path(
      `M${x - 19} 32C${x - 22} 8 ${x - 19} 0 ${x - 13} 0C${x - 8} -6 ${x - 3} -4 ${x} -2C${x + 4} -6 ${x + 10} -4 ${x + 13} 0C${x + 20} 2 ${x + 22} 10 ${x + 19} 32Z`,
      { fill: snow },
    ) +
    p.path(`M${x - 6} 2V16M${x + 6} 2V16`, { width: 2 }) +
    p.path(`M${x - 22} 26H${x + 22}V36H${x - 22}Z`, { fill: pine });
  const head = elfHead(p, pip, { look: [0.6, -0.3], mouth: 'open', tip: [4, 10] });
  return place(place(head, 0, 104) + hand(-50) + hand(50), 238, 420, 2.5);
}

function starHelper(p: Pen): string {
  return place(
    starShape(p, 118) +
      cheeks(p, 0, 14, 36, 11, '#d4545a') +
      dotEyes(p, 0, -8, 24, 11, { look: [0.2, -0.2] }) +
      p.path('M-20 18Q0 42 22 17', { width: 3.6 }) +
      p.path('M-40 -36L-30 -44M30 -44L40 -36', { width: 3 }) +
      p.path('M-4 -92L2 -72M-84 -20L-66 -16', { stroke: '#ffe7b0', width: 5 }),
    256,
    270,
    1.9,
    -8,
  );
}

function canes(p: Pen): string {
  return (
    place(candyCane(p), 336, 430, [-2.6, 2.6], -20) +
    place(candyCane(p), 176, 430, 2.6, 20) +
    place(
      p.path('M0 0C-40 -34 -66 -30 -66 0C-66 30 -40 34 0 0Z', { fill: cranberry }) +
        p.path('M0 0C40 -34 66 -30 66 0C66 30 40 34 0 0Z', { fill: cranberry }) +
        p.path('M-6 8L-34 66L-14 58L-4 72L6 10ZM6 8L34 66L14 58L4 72L-6 10Z', { fill: cranberry }) +
        p.oval(0, 0, 15, 16, { fill: cranberry }) +
        p.path('M-20 -6Q-38 -14 -50 -10M20 -6Q38 -14 50 -10', { stroke: '#7f1326', width: 2.6 }),
      256,
      320,
      1.2,
    ) +
    place(holly(p, [-150, -30]), 256, 300, 0.9)
  );
}

function robinHat(p: Pen): string {
  return place(
    robin(p, { beak: 0.5 }) +
      place(
        p.path('M-22 0C-20 -26 0 -34 18 -24C28 -18 36 -8 38 6C28 -4 22 -4 20 2Z', { fill: cranberry }) +
          p.path('M-25 4C-28 -8 -16 -8 0 -6C16 -8 26 -6 23 5Q0 0 -25 4Z', { fill: snow }) +
          p.oval(39, 11, 7, 7, { fill: snow }),
        10,
        -58,
        0.95,
        8,
      ),
    254,
    462,
    4.6,
  );
}

/** File name to picture: each 512 × 512, transparent. */
export const helpers: Readonly<Record<string, () => string>> = {
  'helper-1-elf-peeking': () => sticker(1, 7, elfPeeking),
  'helper-2-reindeer': () => sticker(1, 7, (p) => place(reindeer(p, { look: [0, 0.2] }), 256, 500, 2.2)),
  'helper-3-snowman': () => sticker(1, 7, (p) => place(snowman(p, { leftHand: [-78, -128] }), 256, 484, 2.4)),
  'helper-4-sausage': () =>
    sticker(1, 7, (p) => place(sausage(p, { rightHand: [62, -122], wink: true }), 250, 492, 2.15)),
  'helper-5-robin': () => sticker(0.7, 3.4, robinHat),
  'helper-6-gingerbread': () =>
    sticker(1, 7, (p) => place(gingerbread(p, { rightHand: [56, -112] }), 256, 480, 2.85)),
  'helper-7-candy-canes': () => sticker(1, 7, canes),
  'helper-8-star': () => sticker(1, 7, starHelper),
};
