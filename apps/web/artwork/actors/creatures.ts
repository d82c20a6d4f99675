import type { Point } from '../drawing/flatten.ts';
import { coal, cranberry, fur, gold, parchment, pine, snow, wood } from '../drawing/palette.ts';
import type { Pen } from '../drawing/pen.ts';
import { cheeks, dotEyes, type Gaze } from './face.ts';

export interface ReindeerPose extends Gaze {
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

/** A robin facing right, about 60 units high, feet at (0, 0). */
export function robin(p: Pen, pose: { wing?: number; beak?: number; blink?: number } = {}): string {
  const wing = pose.wing ?? 0;
  const open = (pose.beak ?? 0) * 6;
  return (
    p.path('M-4 -10L-6 0M-6 0L-12 1M-6 0L0 1M6 -10L8 0M8 0L2 1M8 0L14 1', { width: 2.6 }) +
    p.path('M-26 -30L-50 -40L-46 -26L-24 -18Z', { fill: wood }) +
    p.blob(
      [
        [-28, -26],
        [-20, -48],
        [4, -62],
        [26, -50],
        [26, -24],
        [8, -8],
        [-14, -10],
      ],
      { fill: wood },
    ) +
    p.blob(
      [
        [8, -50],
        [26, -46],
        [28, -26],
        [12, -8],
        [-2, -14],
        [2, -34],
      ],
      { fill: '#d1492f', shade: '#a3341f' },
    ) +
    p.path('M-6 -9Q6 -2 16 -10Q6 -18 -6 -9Z', { fill: snow, shade: false, width: 0 }) +
    p.polygon(
      [
        [26, -50],
        [42, -46 - open],
        [27, -44],
      ],
      { fill: gold, shade: false, width: 2 },
    ) +
    p.polygon(
      [
        [27, -44],
        [40, -43 + open],
        [25, -39],
      ],
      { fill: gold, shade: false, width: 2 },
    ) +
    ((pose.blink ?? 0) > 0.5
      ? p.path('M14 -49Q18 -46 22 -49', { width: 2.2 })
      : p.oval(18, -50, 3.6, 4, { fill: coal, shade: false, width: 0 }) +
        p.oval(16.8, -51.5, 1.2, 1.2, { fill: snow, width: 0 })) +
    p.path(
      `M-16 -40Q4 -38 6 -22Q${-10 - wing * 10} ${-14 - wing * 40} ${-32 - wing * 8} ${-16 - wing * 52}Q-30 -32 -16 -40Z`,
      {
        fill: '#6a4023',
        shade: '#4d2d17',
      },
    )
  );
}

/** A gingerbread man, about 150 units high, feet at (0, 0). */
export function gingerbread(
  p: Pen,
  pose: Gaze & {
    leftHand?: Point;
    rightHand?: Point;
    leftFoot?: Point;
    rightFoot?: Point;
    mouth?: 'smile' | 'oh' | 'flat';
    bitten?: boolean;
  } = {},
): string {
  const dough = '#b5763a';
  const crust = '#8a5426';
  const ends: Point[] = [
    pose.leftHand ?? [-52, -70],
    pose.rightHand ?? [52, -70],
    pose.leftFoot ?? [-26, -8],
    pose.rightFoot ?? [26, -8],
  ];
  const roots: Point[] = [
    [-14, -78],
    [14, -78],
    [-12, -46],
    [12, -46],
  ];
  const stubs = roots.map((from, index) => {
    const to = ends[index] ?? from;
    return p.line(from[0], from[1], to[0], to[1], { width: 31, stroke: '#1d1410' });
  });
  const inner = roots.map((from, index) => {
    const to = ends[index] ?? from;
    return p.line(from[0], from[1], to[0], to[1], { width: 25, stroke: dough });
  });
  const icing = ends.map((to, index) => {
    const from = roots[index] ?? to;
    const dx = to[0] - from[0];
    const dy = to[1] - from[1];
    const length = Math.hypot(dx, dy) || 1;
    const [nx, ny] = [-dy / length, dx / length];
    const [cx, cy] = [from[0] + dx * 0.86, from[1] + dy * 0.86];
    return p.curve(
      [
        [cx + nx * 10, cy + ny * 10],
        [cx + (dx / length) * 5, cy + (dy / length) * 5],
        [cx, cy],
        [cx - nx * 10, cy - ny * 10],
      ],
      { stroke: snow, width: 2.6 },
    );
  });
  const mouth = pose.mouth ?? 'smile';
  return (
    stubs.join('') +
    p.oval(0, -60, 24, 30, { fill: dough, shade: crust }) +
    (p.halo ? '' : inner.join('')) +
    p.oval(0, -60, 22, 28, { fill: dough, shade: false, width: 0 }) +
    p.oval(0, -118, 33, 31, { fill: dough, shade: crust }) +
    (p.halo ? '' : icing.join('')) +
    cheeks(p, 0, -110, 19, 6, '#d4545a') +
    dotEyes(p, 0, -121, 12, 5, pose) +
    (mouth === 'smile'
      ? p.path('M-11 -107Q0 -97 12 -108', { stroke: snow, width: 3.2 })
      : mouth === 'oh'
        ? p.oval(0, -103, 5, 6, { fill: '#4a2410', shade: false, width: 0 })
        : p.path('M-9 -104H9', { stroke: snow, width: 3.2 })) +
    p.path('M-20 -140Q-14 -146 -8 -141Q-2 -147 4 -142Q10 -147 18 -140', { stroke: snow, width: 3 }) +
    p.path('M-9 -84L-1 -80L-9 -76ZM9 -84L1 -80L9 -76Z', { fill: cranberry, shade: false, width: 1.8 }) +
    p.oval(0, -64, 4.4, 4.4, { fill: pine, shade: false, width: 1.6 }) +
    p.oval(0, -49, 4.4, 4.4, { fill: cranberry, shade: false, width: 1.6 }) +
    (pose.bitten
      ? p.blob(
          [
            [30, -140],
            [38, -128],
            [30, -122],
            [24, -130],
            [18, -136],
            [22, -146],
          ],
          { fill: parchment, shade: false },
        )
      : '')
  );
}
