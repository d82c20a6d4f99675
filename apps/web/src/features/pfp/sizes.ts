import { CANVAS_SIDE } from './overlay.ts';

/** No picture is written larger than this; profile pictures are shown far smaller. */
export const MOST_EXPORT_SIDE = 2048;

/** The sides, in pixels, that a picture can be saved at: the canvas's own, and the photo's where that is larger. */
export function exportSides(photoSide: number): readonly number[] {
  const own = Math.min(photoSide, MOST_EXPORT_SIDE);
  return own > CANVAS_SIDE ? [CANVAS_SIDE, own] : [CANVAS_SIDE];
}
