import { lettering } from '../drawing/lettering.ts';
import { coal, cranberry, flame, gold, ink, parchment, snow, wood, woodShade } from '../drawing/palette.ts';
import { type Pen, place } from '../drawing/pen.ts';

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
