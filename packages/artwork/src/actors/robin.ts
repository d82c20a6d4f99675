import { coal, gold, snow, wood } from '../drawing/palette.ts';
import type { Pen } from '../drawing/pen.ts';

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
