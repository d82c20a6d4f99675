import { cranberry, flame, gold, parchment, pine, snow } from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';

/** A holly leaf from (0, 0) to about (60, 0). */
export function hollyLeaf(p: Pen): string {
  return (
    p.path(
      'M0 0Q6 -10 8 -18Q18 -10 22 -20Q30 -10 40 -18Q44 -8 62 -2Q46 4 42 16Q32 8 24 18Q18 8 8 16Q8 8 0 0Z',
      { fill: pine },
    ) + p.path('M4 0Q30 -4 52 -2', { stroke: '#9ed3a8', width: 1.8 })
  );
}

/** A sprig: two or three leaves and berries, its berries at (0, 0). */
export function holly(p: Pen, leaves: readonly number[] = [-30, 200]): string {
  return (
    leaves.map((degrees) => place(hollyLeaf(p), 0, 0, 1, degrees)).join('') +
    p.oval(-7, 4, 8, 8, { fill: cranberry }) +
    p.oval(8, 5, 8, 8, { fill: cranberry }) +
    p.oval(0, -7, 8, 8, { fill: cranberry }) +
    [
      [-9, 1],
      [6, 2],
      [-2, -10],
    ]
      .map(([x = 0, y = 0]) => p.oval(x, y, 1.8, 1.8, { fill: snow, width: 0 }))
      .join('')
  );
}

/** Mistletoe hanging from (0, 0). */
export function mistletoe(p: Pen): string {
  const leaf = (degrees: number) =>
    place(
      p.path('M0 0Q14 -14 40 -8Q48 0 40 7Q16 10 0 0Z', { fill: '#7ba05b', shade: '#547540' }),
      0,
      12,
      1,
      degrees,
    );
  return (
    p.curve(
      [
        [0, 0],
        [1, 8],
        [0, 16],
      ],
      { width: 4 },
    ) +
    leaf(35) +
    leaf(145) +
    leaf(75) +
    leaf(108) +
    p.oval(-5, 17, 6, 6, { fill: snow }) +
    p.oval(6, 19, 6, 6, { fill: snow }) +
    p.oval(0, 26, 6, 6, { fill: snow })
  );
}

/** A candle flame standing on (0, 0), 34 high; `flick` from -1 to 1 bends it. */
export function candleFlame(p: Pen, flick = 0): string {
  return (
    p.path(`M0 0C-12 -4 -11 -16 ${flick * 4} -34C11 -18 12 -4 0 0Z`, { fill: gold, shade: '#e0862a' }) +
    p.path(`M0 -2C-5 -5 -5 -11 ${flick * 2} -18C5 -11 5 -5 0 -2Z`, { fill: flame, shade: false, width: 0 })
  );
}

/** A candle standing on (0, 0). */
export function candle(p: Pen, high = 60, lit = true, flick = 0, wax: string = parchment): string {
  return (
    p.path(`M-11 0V${-high}Q0 ${-high - 5} 11 ${-high}V0Q0 5 -11 0Z`, { fill: wax }) +
    p.path(
      `M-11 ${-high}V${-high + 14}Q-8 ${-high + 24} -5 ${-high + 12}Q-1 ${-high + 4} 3 ${-high + 10}Q8 ${-high + 16} 11 ${-high}Q0 ${-high - 5} -11 ${-high}Z`,
      { fill: snow, width: 1.8 },
    ) +
    p.line(0, -high - 2, 0, -high - 9, { width: 2.4 }) +
    (lit ? place(candleFlame(p, flick), 0, -high - 5) : '')
  );
}

/** A five-pointed star with rounded tips around (0, 0). */
export function starShape(p: Pen, radius: number, fill: string = gold): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const r = index % 2 === 0 ? radius : radius * 0.52;
    const a = (index / 10) * 2 * Math.PI - Math.PI / 2;
    return [Math.cos(a) * r, Math.sin(a) * r] as const;
  });
  return p.polygon(points, { fill });
}

/** A candy cane, its foot at (0, 0), the hook to the right, 130 high. */
export function candyCane(p: Pen): string {
  const way = 'M0 0L0 -88C0 -132 58 -132 56 -88L56 -80';
  const band = (d: string) => `<path d="${d}" stroke="#b3213a" stroke-width="11" fill="none"/>`;
  if (p.halo) return p.path(way, { width: 29 });
  // Longer than the cane is wide: its edges cut them.
  const bands = [
    'M-18 -4L18 -26',
    'M-18 -34L18 -56',
    'M-18 -64L18 -86',
    'M-17 -107L19 -92',
    'M8 -135L24 -99',
    'M46 -132L34 -98',
    'M76 -100L38 -91',
  ];
  return (
    p.path(way, { width: 29 }) +
    p.path(way, { stroke: snow, width: 23 }) +
    p.inLine(way, 23, bands.map(band).join('')) +
    p.path('M5 0L5 -88C8 -122 52 -122 51 -88', { stroke: '#00000030', width: 4 })
  );
}
