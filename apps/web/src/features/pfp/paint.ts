import { ART_SIDE, CANVAS_SIDE, type Overlay } from './overlay.ts';
import type { ArtId } from './wardrobe.ts';

/** What is painted: a square photo, if there is one, and what lies on it. Artwork that has not arrived is left out. */
export type Scene = {
  photo: CanvasImageSource | undefined;
  overlays: readonly Overlay[];
  artOf: (art: ArtId) => CanvasImageSource | undefined;
};

/** Paints the whole picture, `side` pixels wide and high. Screen, preview and file are painted by this alone. */
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

/** A canvas that is on no page, and its brush. */
export function createCanvas(side: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no canvas to paint on');
  return { canvas, context };
}
