import { ink, snow } from '../drawing/palette.ts';
import type { Pen } from '../drawing/pen.ts';

export interface Gaze {
  /** Where the eyes look, each from -1 to 1. */
  look?: readonly [number, number];
  /** 0 open, 1 shut. */
  blink?: number;
}

/** Two dot eyes with a glint, the eyes of all the good characters. */
export function dotEyes(p: Pen, x: number, y: number, apart: number, size: number, gaze: Gaze = {}): string {
  const [lx, ly] = gaze.look ?? [0, 0];
  const shut = gaze.blink ?? 0;
  return [-1, 1]
    .map((side) => {
      const [cx, cy] = [x + side * apart + lx * size * 0.8, y + ly * size * 0.7];
      if (shut > 0.6)
        return p.path(`M${cx - size} ${cy}Q${cx} ${cy + size} ${cx + size} ${cy}`, { width: 2.6 });
      return (
        p.oval(cx, cy, size * 0.72, size * (1 - shut * 0.7), { fill: ink, width: 0 }) +
        p.oval(cx - size * 0.22, cy - size * 0.35, size * 0.24, size * 0.26, { fill: snow, width: 0 })
      );
    })
    .join('');
}

/** Big round eyes with lids; the goblin's. `lid` from 0 (wide) to 1 (shut), `anger` tilts the lids. */
export function lidEyes(
  p: Pen,
  options: Gaze & {
    x: number;
    y: number;
    apart: number;
    size: number;
    lid: number;
    white: string;
    cover: string;
  },
): string {
  const { x, y, apart, size, white, cover } = options;
  const [lx, ly] = options.look ?? [0, 0];
  const lid = Math.max(options.lid, options.blink ?? 0);
  return [-1, 1]
    .map((side) => {
      const cx = x + side * apart;
      const edge = y - size * 1.15 + lid * size * 2.2;
      const tilt = side * size * 0.22 * (lid > 0.1 && lid < 0.9 ? 1 : 0);
      return (
        p.oval(cx, y, size, size * 1.15, { fill: white, shade: false }) +
        p.oval(cx + lx * size * 0.5, y + ly * size * 0.5, size * 0.36, size * 0.44, { fill: ink, width: 0 }) +
        p.oval(
          cx + lx * size * 0.5 - size * 0.12,
          y + ly * size * 0.5 - size * 0.16,
          size * 0.12,
          size * 0.12,
          {
            fill: snow,
            width: 0,
          },
        ) +
        (lid > 0.05
          ? p.path(
              `M${cx - size * 1.02} ${edge - tilt}L${cx + size * 1.02} ${edge + tilt}C${cx + size * 1.1} ${y - size * 1.5} ${cx - size * 1.1} ${y - size * 1.5} ${cx - size * 1.02} ${edge - tilt}Z`,
              { fill: cover, shade: false, width: 2.2 },
            )
          : '')
      );
    })
    .join('');
}

export function cheeks(p: Pen, x: number, y: number, apart: number, size: number, colour: string): string {
  return [-1, 1]
    .map((side) => p.oval(x + side * apart, y, size, size * 0.66, { fill: colour, width: 0, opacity: 0.45 }))
    .join('');
}
