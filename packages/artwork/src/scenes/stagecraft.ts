import type { Point } from '../drawing/flatten.ts';
import { dice } from '../drawing/noise.ts';
import { cranberry, ink, snow } from '../drawing/palette.ts';
import type { Pen } from '../drawing/pen.ts';
import { wave } from '../drawing/time.ts';

/** A soft shadow on the ground. */
export function shadow(x: number, y: number, half: number, strength = 0.32): string {
  return `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="${Math.max(1, half).toFixed(1)}" ry="${Math.max(0.5, half * 0.16).toFixed(1)}" fill="#06151a" opacity="${strength}"/>`;
}

/** Feet of a puppet walking or running on the spot, `steps` whole cycles per scene. */
export function stride(
  t: number,
  steps: number,
  reach = 20,
  base = 16,
): { leftFoot: Point; rightFoot: Point } {
  const foot = (side: number, phase: number): Point => [
    side * base * 0.4 + wave(t, steps, phase) * reach,
    -4 - Math.max(0, wave(t, steps, phase + 0.25)) * reach * 0.75,
  ];
  return { leftFoot: foot(-1, 0), rightFoot: foot(1, 0.5) };
}

/** Falling snow that loops; 0 to 1 over the scene. */
export function snowfall(t: number, count = 22): string {
  const next = dice(77);
  return Array.from({ length: count }, () => {
    const [x, y, fall, r] = [next() * 520 - 20, next() * 300, next() > 0.5 ? 2 : 1, 1.2 + next() * 1.8];
    const at = (y + fall * 300 * t) % 300;
    return `<circle cx="${(x + 8 * wave(t, 1, y / 300)).toFixed(1)}" cy="${(at - 15).toFixed(1)}" r="${r.toFixed(1)}" fill="${snow}" opacity="0.8"/>`;
  }).join('');
}

/** Speed lines to the left of (0, 0). */
export function haste(p: Pen, long = 34, colour: string = snow): string {
  return [-18, 0, 18]
    .map((y, i) => p.line(-long - i * 4, y, -6 - i * 3, y, { stroke: colour, width: 2.6 }))
    .join('');
}

/** Soot over a face whose middle is at (0, -128). */
export function soot(opacity: number): string {
  if (opacity <= 0.02) return '';
  return `<g opacity="${Math.min(1, opacity).toFixed(2)}"><ellipse cx="0" cy="-108" rx="34" ry="20" fill="${ink}"/><ellipse cx="-24" cy="-128" rx="13" ry="22" fill="${ink}"/><ellipse cx="26" cy="-126" rx="12" ry="22" fill="${ink}"/></g>`;
}

/** Sound rings of speech around (0, 0). */
export function noiseRings(p: Pen, t: number, reach: number, side: number): string {
  return [0.5, 0.75, 1]
    .map((r) =>
      p.path(
        `M${side * reach * r * 0.8} ${-reach * r * 0.55}Q${side * reach * r * 1.15} 0 ${side * reach * r * 0.8} ${reach * r * 0.55}`,
        { stroke: '#ffe7b0', width: 3 + t },
      ),
    )
    .join('');
}

/** A Santa hat whose brim lies on (0, 0), 84 wide. */
export function santaHat(p: Pen): string {
  return (
    p.path('M-38 0C-36 -40 -6 -58 22 -48C44 -40 58 -24 66 2C54 -12 44 -18 38 0Z', { fill: cranberry }) +
    p.oval(66, 10, 12, 12, { fill: snow }) +
    p.path(
      'M-42 5C-46 -10 -34 -14 -28 -11C-20 -18 -10 -18 -4 -14C4 -19 14 -19 20 -13C28 -17 46 -14 43 3C28 8 -26 10 -42 5Z',
      { fill: snow },
    )
  );
}

/** A brick chimney whose top middle is at (0, 0); it reaches 120 down. */
export function chimney(p: Pen, half = 44): string {
  const rows = [0, 1, 2, 3, 4, 5].map((row) => {
    const y = 20 + row * 18;
    const x = row % 2 === 0 ? 0 : 16;
    return p.path(`M${-half} ${y}H${half}M${x - 22} ${y}V${y + 18}M${x + 10} ${y}V${y + 18}`, {
      width: 1.6,
      stroke: '#4b2019',
    });
  });
  return (
    p.box(-half, 0, half * 2, 130, { fill: '#9a5040', shade: '#6e3429' }) +
    rows.join('') +
    p.box(-half - 7, -8, half * 2 + 14, 20, { fill: '#9a5040', shade: '#6e3429' }) +
    p.path(
      `M${-half - 10} -8Q${-half} -22 ${-half * 0.4} -14Q0 -22 ${half * 0.5} -15Q${half} -22 ${half + 10} -8Q${half} 0 ${half * 0.5} -4Q0 2 ${-half * 0.5} -3Q${-half} 2 ${-half - 10} -8Z`,
      { fill: snow },
    )
  );
}
