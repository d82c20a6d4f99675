import { CANVAS_SIDE } from './overlay.ts';

/** Maximum side of an exported picture, in pixels; sites show profile pictures far smaller. */
export const MOST_EXPORT_SIDE = 2048;

/** Export sizes in pixels: the canvas's own, and the photo's if larger. */
export function exportSides(photoSide: number): readonly number[] {
  const own = Math.min(photoSide, MOST_EXPORT_SIDE);
  return own > CANVAS_SIDE ? [CANVAS_SIDE, own] : [CANVAS_SIDE];
}
