import { ART_SIDE, CANVAS_SIDE, type Overlay } from './overlay.ts';
import type { ArtId } from './wardrobe.ts';

/** What to paint: the square photo, if any, and the overlays. Artwork that is not loaded is skipped. */
export type Scene = {
  photo: CanvasImageSource | undefined;
  overlays: readonly Overlay[];
  artOf: (art: ArtId) => CanvasImageSource | undefined;
};

/** Paints the picture, `side` pixels wide and high; used for screen, preview and file. */
export function paint(
  context: CanvasRenderingContext2D,
  side: number,
  { photo, overlays, artOf }: Scene,
): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, side, side);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  if (photo) context.drawImage(photo, 0, 0, side, side);
  const unit = side / CANVAS_SIDE;
  for (const { art, x, y, scale, rotation, flipped } of overlays) {
    const image = artOf(art);
    if (!image) continue;
    context.setTransform(unit, 0, 0, unit, x * unit, y * unit);
    context.rotate((rotation * Math.PI) / 180);
    context.scale(flipped ? -scale : scale, scale);
    context.drawImage(image, -ART_SIDE / 2, -ART_SIDE / 2, ART_SIDE, ART_SIDE);
  }
}

/** A detached canvas and its context. */
export function createCanvas(side: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no canvas to paint on');
  return { canvas, context };
}
