import { lettering } from '../drawing/lettering.ts';
import { cranberry, flame, gold, ink, parchment } from '../drawing/palette.ts';
import { Pen, place, sheet } from '../drawing/pen.ts';
import { hollyLeaf } from '../props/greens.ts';

/** The mark in a square of 512: a scroll of the ledger with a crossed-out name, holly and a wax seal. */
export function mark(p: Pen): string {
  return place(scroll(p), 40, 42, 0.9);
}

function scroll(p: Pen): string {
  const roll = (y: number) =>
    p.path(
      `M92 ${y - 40}H420Q452 ${y - 40} 452 ${y}Q452 ${y + 40} 420 ${y + 40}H92Q60 ${y + 40} 60 ${y}Q60 ${y - 40} 92 ${y - 40}Z`,
      { fill: '#ebd9b1', shade: '#c6a86c' },
    ) +
    p.path(`M408 ${y + 14}Q392 ${y + 14} 392 ${y}Q392 ${y - 18} 414 ${y - 18}Q432 ${y - 16} 432 ${y + 2}`, {
      width: 2.6,
    });
  return (
    p.path('M104 100H408V412H104Z', { fill: parchment, shade: '#dcc591' }) +
    p.path('M158 196H352M158 250H330M158 304H280', { width: 6.4, stroke: '#4a3020' }) +
    p.path('M142 264Q240 232 366 240', { width: 6.4, stroke: cranberry }) +
    roll(100) +
    roll(412) +
    p.blob(
      [
        [352, 292],
        [388, 282],
        [418, 304],
        [446, 322],
        [440, 360],
        [446, 398],
        [408, 410],
        [380, 432],
        [346, 416],
        [312, 404],
        [316, 366],
        [306, 330],
        [334, 314],
      ],
      { fill: cranberry },
    ) +
    p.oval(377, 356, 44, 44, { stroke: '#f2a7ab', width: 3 }) +
    p.path(lettering('N', 377, 382, 74).data, { fill: '#f2a7ab', shade: false, width: 0 }) +
    place(hollyLeaf(p), 128, 92, 2.3, -150) +
    place(hollyLeaf(p), 136, 84, 2.3, -62) +
    place(hollyLeaf(p), 140, 100, 2.3, 22) +
    place(
      p.oval(-9, 5, 10, 10, { fill: cranberry }) +
        p.oval(10, 6, 10, 10, { fill: cranberry }) +
        p.oval(0, -9, 10, 10, { fill: cranberry }),
      134,
      92,
      2,
    )
  );
}

/** The mark with a light rim, for night grounds. */
export function logo(): string {
  return sheet(
    512,
    512,
    mark(new Pen({ size: 3, halo: { colour: flame, width: 10 } })) + mark(new Pen({ size: 3 })),
  );
}

/** The mark and the name beside it, for night grounds: 1600 × 512. */
export function wordmark(): string {
  const inner = mark(new Pen({ size: 3, halo: { colour: flame, width: 10 } })) + mark(new Pen({ size: 3 }));
  return sheet(
    1600,
    512,
    `${inner}<path d="${lettering('The', 560, 190, 130, 'start').data}" fill="${gold}"/><path d="${lettering('Naughty List', 552, 370, 178, 'start').data}" fill="${parchment}"/>`,
  );
}

/** For 16 to 48 pixels: the same scroll with fewer and bolder strokes. */
export function favicon(): string {
  return sheet(
    48,
    48,
    `<g stroke="${ink}" stroke-width="2" stroke-linejoin="round"><path d="M10 8h28v32H10z" fill="${parchment}"/><path d="M8 3.500h32a4.500 4.500 0 0 1 0 9H8a4.500 4.500 0 0 1 0-9zM8 36h32a4.500 4.500 0 0 1 0 9H8a4.500 4.500 0 0 1 0-9z" fill="#dcc591"/></g>` +
      `<path d="M16 18.500h17M16 24.500h12" stroke="#4a3020" stroke-width="3" stroke-linecap="round"/>` +
      `<circle cx="34" cy="32" r="9.500" fill="${cranberry}" stroke="${ink}" stroke-width="2"/><path d="M30 32l3 3.500 5.500-7" fill="none" stroke="#f2a7ab" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round"/>` +
      `<path d="M13 11C6 11 1 6 1 1c7-1 12 3 12 10zm0 0C13 4 18 0 25 1c0 6-5 10-12 10z" fill="#2f7a45" stroke="${ink}" stroke-width="1.600" stroke-linejoin="round"/><circle cx="13" cy="10.500" r="4" fill="${cranberry}" stroke="${ink}" stroke-width="1.600"/>`,
  );
}

/** The mark on a full night square, for home screens; the middle 80 % is safe from masks. */
export function maskable(): string {
  const inner = mark(new Pen({ size: 3, halo: { colour: flame, width: 10 } })) + mark(new Pen({ size: 3 }));
  return sheet(
    512,
    512,
    `<radialGradient id="g" cx="0.5" cy="0.4" r="0.75"><stop offset="0" stop-color="#2b5660"/><stop offset="1" stop-color="#06151a"/></radialGradient><rect width="512" height="512" fill="url(#g)"/>${place(inner, 82, 82, 0.68)}`,
  );
}

/** For iOS: no transparency, no mask margin needed beyond a little air. */
export function touchIcon(): string {
  return maskable()
    .replace('translate(82 82)', 'translate(46 46)')
    .replace('scale(0.68 0.68)', 'scale(0.82 0.82)');
}
