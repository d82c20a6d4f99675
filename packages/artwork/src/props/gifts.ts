import { lettering } from '../drawing/lettering.ts';
import { coal, cranberry, gold, goldShade, ink, parchment, pine, snow, stone } from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';

/** A rug with fringe lying on y = 0 from -half to half; `lift` raises a wave in it. */
export function rug(p: Pen, half = 70, lift = 0): string {
  const y = -lift * 26;
  return (
    p.path(
      `M${-half} 0Q${-half * 0.4} ${y} 0 ${y * 0.6}Q${half * 0.4} ${-y * 0.3} ${half} 0L${half + 12} 16Q${half * 0.4} ${16 - y * 0.3} 0 ${16 + y * 0.6}Q${-half * 0.4} ${16 + y} ${-half - 12} 16Z`,
      { fill: cranberry },
    ) +
    p.path(
      `M${-half + 16} 5Q0 ${y * 0.8 + 5} ${half - 16} 5L${half - 10} 11Q0 ${11 + y * 0.8} ${-half + 10} 11Z`,
      { fill: gold, shade: false, width: 1.6 },
    ) +
    p.path(
      `M${-half} 1L${-half - 16} 3M${-half - 4} 6L${-half - 20} 9M${-half - 8} 12L${-half - 24} 15M${half} 1L${half + 16} 3M${half + 4} 6L${half + 20} 9M${half + 8} 12L${half + 24} 15`,
      { width: 2 },
    )
  );
}

export function snowball(p: Pen, r: number, degrees: number): string {
  return place(
    p.oval(0, 0, r, r, { fill: snow, shade: false }) +
      p.path(
        `M${-r * 0.5} ${-r * 0.3}Q${-r * 0.2} ${-r * 0.6} ${r * 0.1} ${-r * 0.5}M${r * 0.2} ${r * 0.3}Q${r * 0.5} ${r * 0.2} ${r * 0.6} ${-r * 0.1}M${-r * 0.5} ${r * 0.4}Q${-r * 0.3} ${r * 0.6} 0 ${r * 0.6}`,
        { stroke: '#8fb0b4', width: 3 },
      ),
    0,
    0,
    1,
    degrees,
  );
}

/** A stocking hanging from (0, 0), about 110 high; `stretch` lengthens it. */
export function stocking(p: Pen, stretch = 1): string {
  const d = 80 * stretch;
  return (
    p.path(
      `M-18 4V${d - 26}C-20 ${d} -16 ${d + 16} 0 ${d + 18}L40 ${d + 20}C58 ${d + 20} 58 ${d - 8} 42 ${d - 10}L20 ${d - 16}V4Z`,
      { fill: cranberry },
    ) +
    p.path(`M38 ${d + 20}C58 ${d + 20} 58 ${d - 8} 42 ${d - 10}Q32 ${d + 2} 38 ${d + 20}Z`, { fill: pine }) +
    p.path(`M-18 ${d - 6}Q-16 ${d + 16} 2 ${d + 18}Q2 ${d + 2} -18 ${d - 6}Z`, { fill: pine }) +
    p.path('M-26 -12Q0 -18 28 -12V12Q0 18 -26 12Z', { fill: snow })
  );
}

export function coalLump(p: Pen, s = 1): string {
  return place(
    p.polygon(
      [
        [-18, 4],
        [-14, -10],
        [-2, -16],
        [12, -12],
        [19, 0],
        [12, 13],
        [-8, 15],
      ],
      { fill: coal },
    ) + p.path('M-10 -4L-2 -10L6 -6M4 6L12 2', { stroke: '#6a6873', width: 2 }),
    0,
    0,
    s,
  );
}

/** A present standing on y = 0. */
export function present(p: Pen, width: number, high: number, paper: string, ribbon: string = gold): string {
  const h = width / 2;
  return (
    p.box(-h, -high, width, high, { fill: paper }, 2) +
    p.box(-width * 0.09, -high, width * 0.18, high, { fill: ribbon, shade: false, width: 2 }) +
    p.box(-h - 3, -high - 2, width + 6, 11, { fill: paper }, 2) +
    p.path(
      `M0 ${-high - 2}C-8 ${-high - 20} -24 ${-high - 18} -20 ${-high - 8}Q-12 ${-high} 0 ${-high - 2}C8 ${-high - 20} 24 ${-high - 18} 20 ${-high - 8}Q12 ${-high} 0 ${-high - 2}Z`,
      { fill: ribbon },
    )
  );
}

/** A loot sack standing on y = 0. */
export function sack(p: Pen): string {
  return (
    p.path('M-10 -58C-36 -46 -44 -12 -32 0Q0 6 32 0C44 -12 36 -46 10 -58Z', {
      fill: '#b08a58',
      shade: '#7f6038',
    }) +
    p.path('M-16 -74Q-8 -68 0 -74Q8 -68 16 -74L10 -58H-10Z', { fill: '#b08a58', shade: '#7f6038' }) +
    p.path('M-12 -58Q0 -52 12 -58', { stroke: cranberry, width: 5 }) +
    (p.halo ? '' : `<path d="${lettering('$', 0, -14, 32).data}" fill="${ink}"/>`)
  );
}

export const paperColours = [cranberry, pine, '#3f7f92', gold, parchment, stone] as const;

/** A LIST coin around (0, 0); `turn` 1 shows its face, 0 its edge. */
export function coin(p: Pen, r = 16, turn = 1): string {
  const rx = Math.max(2.5, Math.abs(turn) * r);
  const mark =
    Math.abs(turn) > 0.35 && !p.halo
      ? place(`<path d="${lettering('L', 0, r * 0.48, r * 1.3).data}" fill="${goldShade}"/>`, 0, 0, [
          Math.abs(turn),
          1,
        ])
      : '';
  return (
    p.oval(0, 0, rx, r, { fill: gold }) +
    (rx > r * 0.4 ? p.oval(0, 0, rx * 0.76, r * 0.76, { stroke: goldShade, width: 1.6 }) : '') +
    mark
  );
}
