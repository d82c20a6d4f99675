import { Pen, sheet } from '../drawing/pen.ts';

/**
 * A 512 × 512 cut-out with a light border, so that it stands out on any photograph. The drawing is made twice: once as
 * its own border, once normally. `size` is the pen's size; `light` the border's width on both sides together, in the
 * drawing's own units.
 */
export function sticker(size: number, light: number, draw: (p: Pen) => string): string {
  const border = new Pen({ size, halo: { colour: '#fcf5e4', width: light } });
  return sheet(512, 512, draw(border) + draw(new Pen({ size })));
}
