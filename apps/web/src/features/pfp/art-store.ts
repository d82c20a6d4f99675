import { createStore } from '../../lib/store.ts';
import type { Point } from './geometry.ts';
import { createCanvas } from './paint.ts';
import { type ArtId, artPath } from './wardrobe.ts';

/** An overlay's artwork: the vector image, a bitmap for fast drawing, and its hit test. */
export type Art = { vector: HTMLImageElement; quick: CanvasImageSource; isSolid: (at: Point) => boolean };

const QUICK_SIDE = 1024;
const MASK_SIDE = 64;
/** Alpha (0 to 255) above which a pixel is hit. */
const SOLID_ALPHA = 24;

/** The loaded artwork. */
export const artStore = createStore<{ readonly [id in ArtId]?: Art }>({});

const awaited = new Map<ArtId, Promise<Art>>();

/** Loads artwork once; a failed load can be retried. */
export function fetchArt(id: ArtId): Promise<Art> {
  const known = awaited.get(id);
  if (known !== undefined) return known;
  const fetched = loadImage(artPath(id)).then(prepare);
  awaited.set(id, fetched);
  fetched.then(
    (art) => artStore.set({ [id]: art }),
    () => awaited.delete(id),
  );
  return fetched;
}

export async function loadImage(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image;
}

/** Rasterises once: redrawing thousands of paths on each pointer move is slow. */
function prepare(vector: HTMLImageElement): Art {
  const quick = createCanvas(QUICK_SIDE);
  quick.context.drawImage(vector, 0, 0, QUICK_SIDE, QUICK_SIDE);
  const mask = createCanvas(MASK_SIDE);
  mask.context.drawImage(vector, 0, 0, MASK_SIDE, MASK_SIDE);
  const { data } = mask.context.getImageData(0, 0, MASK_SIDE, MASK_SIDE);
  const alphaAt = (x: number, y: number) => data[(y * MASK_SIDE + x) * 4 + 3] ?? 0;
  const cell = (value: number) => Math.min(MASK_SIDE - 1, Math.floor(((value + 1) / 2) * MASK_SIDE));
  return { vector, quick: quick.canvas, isSolid: ({ x, y }) => alphaAt(cell(x), cell(y)) > SOLID_ALPHA };
}
