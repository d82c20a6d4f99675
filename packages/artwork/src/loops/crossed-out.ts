import { lettering } from '../drawing/lettering.ts';
import { cranberry, pine, snow } from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';
import { key, part, wave } from '../drawing/time.ts';
import { sparks } from '../props/effects.ts';
import { quill } from '../props/tools.ts';
import type { Loop } from './loop.ts';

function santaHand(p: Pen, x: number, y: number): string {
  return (
    p.limb([x + 190, y + 150], [x + 34, y + 34], 4, 62, cranberry) +
    p.limb([x + 50, y + 48], [x + 32, y + 30], 0, 66, snow) +
    place(quill(p), x, y, 1.15, 4) +
    p.path(
      `M${x + 4} ${y + 4}C${x - 2} ${y - 18} ${x + 16} ${y - 30} ${x + 34} ${y - 18}C${x + 58} ${y - 10} ${x + 58} ${y + 30} ${x + 36} ${y + 38}C${x + 18} ${y + 44} ${x + 8} ${y + 24} ${x + 4} ${y + 4}Z`,
      { fill: pine },
    ) +
    p.path(`M${x + 6} ${y + 6}Q${x + 20} ${y - 6} ${x + 32} ${y + 2}`, { width: 2.2 })
  );
}

export const crossedOut: Loop = {
  title: 'Santa crosses out a line in the ledger',
  seconds: 3,
  poster: 0.5,
  ground: 'page',
  draw: (p, t) => {
    const rows = ['Fake Santa', 'Pump & Dump', 'The Rugger', 'Boot Phisher'];
    const along = key(t, [
      [0.24, 0],
      [0.44, 1],
    ]);
    const fade = 1 - part(t, 0.86, 0.97);
    const x = key(t, [
      [0, 360],
      [0.2, 92],
      [0.44, 300],
      [0.54, 316],
      [0.8, 360],
    ]);
    const y =
      key(t, [
        [0, 210],
        [0.2, 152],
        [0.44, 142],
        [0.54, 154],
        [0.8, 210],
      ]) + (t > 0.44 ? 3 * wave(t, 2) : 0);
    return (
      rows
        .map((row, i) => `<path d="${lettering(row, 80, 62 + i * 52, 38, 'start').data}" fill="#3a2416"/>`)
        .join('') +
      p.path('M72 50Q160 44 296 52', { stroke: cranberry, width: 6 }) +
      p.path('M72 104Q190 96 320 102', { stroke: cranberry, width: 6 }) +
      (along > 0.02 && fade > 0.02
        ? `<g opacity="${fade.toFixed(2)}">${p.path(`M88 156Q${88 + along * 110} 146 ${88 + along * 212} ${156 - along * 14}`, { stroke: cranberry, width: 6.5 })}</g>`
        : '') +
      (t > 0.44 && t < 0.62 ? place(sparks(p, part(t, 0.44, 0.6), 30, cranberry, 7), 304, 142) : '') +
      santaHand(p, x, y)
    );
  },
};
