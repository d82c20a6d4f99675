import { gold, ink, snow } from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';

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
