import { lettering } from '../drawing/lettering.ts';
import { gold, goldShade } from '../drawing/palette.ts';
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
