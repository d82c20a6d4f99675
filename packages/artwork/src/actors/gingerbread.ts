import type { Point } from '../drawing/flatten.ts';
import { cranberry, parchment, pine, snow } from '../drawing/palette.ts';
import type { Pen } from '../drawing/pen.ts';
import { cheeks, dotEyes, type Gaze } from './face.ts';

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
