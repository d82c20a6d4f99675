import type { Point } from '../drawing/flatten.ts';
import { coal, cranberry, fur, gold, pine, snow } from '../drawing/palette.ts';
import type { Pen } from '../drawing/pen.ts';
import { dotEyes, type Gaze } from './face.ts';

interface ReindeerPose extends Gaze {
  /** Moves the jaw sideways, from -1 to 1. */
  chew?: number;
  tilt?: number;
  nose?: string;
}

function antler(p: Pen, side: number): string {
  const tine = (points: Point[]) =>
    p.curve(
      points.map(([x, y]): Point => [side * x, y]),
      { width: 9 },
    ) +
    (p.halo
      ? ''
      : p.curve(
          points.map(([x, y]): Point => [side * x, y]),
          { stroke: '#d9b98a', width: 5 },
        ));
  return (
    tine([
      [16, -150],
      [26, -176],
      [46, -200],
    ]) +
    tine([
      [26, -174],
      [44, -176],
      [58, -170],
    ]) +
    tine([
      [34, -188],
      [34, -204],
      [28, -214],
    ])
  );
}

/** A reindeer's head and neck from the front; the head's middle at (0, -120), the neck ends at (0, -10). */
export function reindeer(p: Pen, pose: ReindeerPose = {}): string {
  const jaw = (pose.chew ?? 0) * 5;
  const ear = (side: number) =>
    p.path(`M${side * 26} -140Q${side * 50} -156 ${side * 66} -142Q${side * 52} -122 ${side * 28} -126Z`, {
      fill: fur,
    }) + p.path(`M${side * 36} -138Q${side * 48} -145 ${side * 57} -140`, { stroke: '#e9b79a', width: 3.4 });
  const head =
    antler(p, -1) +
    antler(p, 1) +
    ear(-1) +
    ear(1) +
    p.path(
      'M-32 -140C-30 -160 30 -160 32 -140C38 -116 34 -92 28 -78C18 -60 -18 -60 -28 -78C-34 -92 -38 -116 -32 -140Z',
      { fill: fur },
    ) +
    p.path(
      `M${-27 + jaw} -92C${-30 + jaw} -70 ${-16 + jaw} -56 ${jaw} -56C${16 + jaw} -56 ${30 + jaw} -70 ${27 + jaw} -92C14 -104 -14 -104 -27 -92Z`,
      {
        fill: '#dcb58a',
        shade: '#bb8f63',
      },
    ) +
    p.path(`M${-12 + jaw * 1.4} -70Q${jaw * 1.4} -${64 - jaw} ${12 + jaw * 1.4} -70`, {}) +
    p.oval(0, -92, 13, 11, { fill: pose.nose ?? cranberry, ...(pose.nose ? {} : { shade: '#7f1326' }) }) +
    p.oval(-4, -96, 3.4, 2.6, { fill: '#f8c6c2', width: 0 }) +
    dotEyes(p, 0, -122, 15, 7, pose) +
    p.path('M-28 -138Q-18 -144 -9 -136M28 -138Q18 -144 9 -136', { width: 3 });
  return (
    p.path('M-26 -84C-34 -50 -42 -30 -48 -6H48C42 -30 34 -50 26 -84Z', { fill: fur }) +
    p.path('M-36 -50C-20 -38 20 -38 36 -50L41 -32C20 -20 -20 -20 -41 -32Z', { fill: pine }) +
    [-24, 0, 24].map((x) => p.oval(x, -28 + Math.abs(x) * -0.12, 6.5, 6.5, { fill: gold })).join('') +
    `<g transform="rotate(${pose.tilt ?? 0} 0 -70)">${head}</g>`
  );
}

/** A reindeer from its side, facing right, about 120 units high, feet at y = 0. `hind` swings the hind legs back. */
export function reindeerSide(p: Pen, pose: { stride?: number; hind?: number; blink?: number } = {}): string {
  const s = (pose.stride ?? 0) * 16;
  const kick = pose.hind ?? 0;
  const hindFoot: Point = [-34 - kick * 52, -kick * 46];
  const leg = (from: Point, to: Point) =>
    p.limb(from, to, 2, 8, fur) + p.oval(to[0] + 2, to[1] - 1, 6, 5, { fill: coal });
  return (
    leg([-28, -46], [hindFoot[0] - s - 4, hindFoot[1] - 2]) +
    leg([24, -46], [28 + s, -2]) +
    p.path('M-42 -64Q-56 -76 -52 -82Q-42 -80 -36 -72Z', { fill: snow }) +
    p.path(
      'M-40 -50C-48 -76 -20 -78 4 -76C14 -82 24 -98 32 -112C44 -118 52 -104 50 -92C46 -72 44 -52 32 -42C10 -36 -32 -34 -40 -50Z',
      { fill: fur },
    ) +
    leg([-32, -48], [hindFoot[0] + s, hindFoot[1]]) +
    leg([28, -46], [30 - s, -2]) +
    p.curve(
      [
        [40, -122],
        [34, -142],
        [22, -156],
      ],
      { stroke: '#e1c495', width: 5 },
    ) +
    p.curve(
      [
        [36, -138],
        [46, -150],
        [46, -160],
      ],
      { stroke: '#e1c495', width: 5 },
    ) +
    p.curve(
      [
        [48, -122],
        [56, -138],
        [68, -146],
      ],
      { stroke: '#e1c495', width: 5 },
    ) +
    p.path(
      'M32 -116C38 -130 56 -128 62 -116C72 -114 84 -110 84 -102C84 -92 66 -92 56 -94C42 -94 30 -102 32 -116Z',
      { fill: fur },
    ) +
    p.path('M34 -118Q20 -128 18 -120Q22 -110 36 -110Z', { fill: fur }) +
    p.oval(84, -105, 6.5, 6, { fill: cranberry }) +
    ((pose.blink ?? 0) > 0.5
      ? p.path('M51 -113Q55 -109 59 -113', { width: 2.4 })
      : p.oval(55, -113, 3, 4, { fill: coal, shade: false, width: 0 })) +
    p.path('M30 -100Q40 -92 52 -94L50 -82Q36 -82 26 -92Z', { fill: pine })
  );
}
