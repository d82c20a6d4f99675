import { lettering } from '../drawing/lettering.ts';
import {
  coal,
  cranberry,
  flame,
  gold,
  goldShade,
  ink,
  parchment,
  pine,
  skin,
  snow,
  snowShade,
  stone,
  wood,
  woodShade,
} from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';

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

/** A wallet around (0, 0), with wings when `flap` is given (-1 to 1). */
export function wallet(p: Pen, flap?: number): string {
  const wing = (side: number) =>
    flap === undefined
      ? ''
      : place(
          p.path(
            'M0 0C10 -34 40 -46 66 -40C60 -34 58 -30 58 -26C52 -24 50 -20 48 -14C42 -12 38 -8 36 -2C24 6 10 6 0 0Z',
            { fill: snow },
          ),
          side * 26,
          -8,
          [side, 1],
          -flap * 30 * side,
        );
  return (
    wing(-1) +
    wing(1) +
    p.polygon(
      [
        [-20, -18],
        [14, -32],
        [24, -16],
      ],
      { fill: '#9ed3a8', shade: '#6ba878' },
    ) +
    p.box(-34, -20, 68, 44, { fill: wood }, 7) +
    p.path('M-30 -14H30M-30 18H30', { stroke: '#e3b98a', width: 1.2 }) +
    p.box(10, -6, 28, 16, { fill: woodShade, shade: false }, 6) +
    p.oval(20, 2, 4, 4, { fill: gold, shade: false, width: 1.8 })
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

/** A quill whose nib is at (0, 0), leaning to the upper right. */
export function quill(p: Pen): string {
  return (
    p.path('M0 0L10 -16C16 -60 44 -96 84 -112C88 -80 72 -44 24 -14L12 -10Z', { fill: snow }) +
    p.path('M4 -8Q34 -60 80 -106', { width: 1.8 }) +
    p.path('M56 -50L40 -46M68 -66L50 -62M34 -76L36 -58M46 -90L48 -74', { stroke: '#8fb0b4', width: 1.6 }) +
    p.polygon(
      [
        [0, 0],
        [4, -10],
        [9, -7],
      ],
      { fill: ink, shade: false, width: 1.4 },
    )
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

/** A rocket standing on y = 0, 96 high. */
export function rocket(p: Pen): string {
  return (
    p.path('M-18 -26L-34 -2Q-22 -8 -14 -6ZM18 -26L34 -2Q22 -8 14 -6Z', { fill: cranberry }) +
    p.path('M0 -98C-22 -74 -24 -40 -16 -4H16C24 -40 22 -74 0 -98Z', { fill: snow }) +
    p.path('M0 -98C-9 -88 -15 -78 -18 -68Q0 -62 18 -68C15 -78 9 -88 0 -98Z', { fill: cranberry }) +
    p.oval(0, -48, 9, 9, { fill: '#7fc0cf', shade: '#4b8a99' }) +
    p.path('M-17 -18Q0 -14 17 -18', { width: 2 }) +
    p.box(-10, -5, 20, 7, { fill: coal, shade: false })
  );
}

/** A cloud of smoke or snow around (0, 0). */
export function puff(p: Pen, r: number, fill: string = snow, opacity = 1): string {
  if (r < 1 || opacity <= 0.02) return '';
  const points = Array.from({ length: 14 }, (_, i) => {
    const a = (i / 14) * 2 * Math.PI;
    const reach = r * (i % 2 === 0 ? 1.08 : 0.84);
    return [Math.cos(a) * reach, Math.sin(a) * reach * 0.85] as const;
  });
  return p.blob(points, { fill, opacity: Math.min(1, opacity), width: 2 });
}

/** Sparks flying out from (0, 0): `t` 0 to 1. */
export function sparks(p: Pen, t: number, reach = 50, colour: string = gold, count = 9): string {
  if (t <= 0 || t >= 1) return '';
  return Array.from({ length: count }, (_, i) => {
    const a = (i / count) * 2 * Math.PI + (i % 2) * 0.2;
    const [near, far] = [reach * t * 0.7, reach * (0.25 + t * 0.75)];
    return p.line(Math.cos(a) * near, Math.sin(a) * near, Math.cos(a) * far, Math.sin(a) * far, {
      stroke: colour,
      width: 4 * (1 - t) + 1,
    });
  }).join('');
}

/** Stars circling over a sore head around (0, 0). */
export function dizzy(p: Pen, t: number, turns = 2): string {
  return [0, 1, 2]
    .map((i) => {
      const a = 2 * Math.PI * (t * turns + i / 3);
      const s = 1 + Math.sin(a) * 0.25;
      return place(
        p.polygon(
          [
            [0, -9],
            [2.5, -3],
            [9, -3],
            [4, 2],
            [6, 9],
            [0, 5],
            [-6, 9],
            [-4, 2],
            [-9, -3],
            [-2.5, -3],
          ],
          { fill: gold, shade: false, width: 1.8 },
        ),
        Math.cos(a) * 34,
        Math.sin(a) * 9,
        s,
        t * 180,
      );
    })
    .join('');
}

/** An exclamation mark, its dot at (0, 0). */
export function alarm(p: Pen, colour: string = gold): string {
  return (
    p.path('M-6 -40Q0 -46 7 -40L3 -12H-2Z', { fill: colour, shade: false }) +
    p.oval(0, 0, 4, 4, { fill: colour, shade: false })
  );
}

/** Scribbled handwriting from x to x + width at y. */
export function scribble(
  p: Pen,
  x: number,
  y: number,
  width: number,
  colour: string = ink,
  thick = 2.2,
): string {
  let path = `M${x} ${y}`;
  const loops = Math.max(2, Math.round(width / 9));
  for (let i = 0; i < loops; i++) {
    const x0 = x + (i / loops) * width;
    const tall = [8, 4, 5, 10, 4, 6][(i * 5 + Math.round(y)) % 6] ?? 5;
    path += `Q${x0 + 3} ${y - tall * 1.4} ${x0 + 5} ${y - tall * 0.4}Q${x0 + 5} ${y + 3} ${x0 + width / loops} ${y}`;
  }
  return p.path(path, { stroke: colour, width: thick });
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

/** A boot hanging from (0, 0). */
export function boot(p: Pen): string {
  return (
    p.path('M-14 0L14 2L12 34C24 38 40 40 40 52Q38 58 28 58H-14Q-18 30 -14 0Z', {
      fill: woodShade,
      shade: '#38200f',
    }) +
    p.path('M-17 52H40V60H-17Z', { fill: coal, shade: false }) +
    p.path('M10 10L0 14M11 19L1 22M11 28L2 31', { stroke: parchment, width: 2 }) +
    p.path('M30 46Q36 40 42 46', { width: 2 })
  );
}

/** A honeypot standing on y = 0; `label` is drawn on it. */
export function honeypot(p: Pen): string {
  return (
    p.path('M-40 -66C-56 -40 -50 -8 -34 0Q0 6 34 0C50 -8 56 -40 40 -66Z', {
      fill: '#b5643a',
      shade: '#824223',
    }) +
    p.path('M-46 -66Q0 -80 46 -66Q48 -58 44 -56Q0 -46 -44 -56Q-48 -58 -46 -66Z', {
      fill: '#b5643a',
      shade: '#824223',
    }) +
    p.path(
      'M-42 -66Q0 -80 42 -66Q38 -58 30 -60Q28 -40 20 -42Q14 -44 14 -56Q2 -54 -4 -56Q-6 -30 -14 -32Q-22 -34 -20 -57Q-36 -58 -42 -66Z',
      { fill: gold },
    ) +
    (p.halo ? '' : `<path d="${lettering('Honey', 4, -10, 25).data}" fill="${flame}"/>`)
  );
}

export const paperColours = [cranberry, pine, '#3f7f92', gold, parchment, stone] as const;
export const handColours = { skin, snow, snowShade } as const;
