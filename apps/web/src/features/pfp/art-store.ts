import { createStore } from '../../lib/store.ts';
import { createCanvas } from './paint.ts';
import { type ArtId, artPath } from './wardrobe.ts';

/** An overlay's artwork: the vector image, and a bitmap for fast drawing. */
export type Art = { vector: HTMLImageElement; quick: CanvasImageSource };

const QUICK_SIDE = 1024;

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
  return { vector, quick: quick.canvas };
}
