import { useEffect, useRef } from 'react';
import { createStore } from '../../lib/store.ts';
import { ART_SIDE, CANVAS_SIDE, type Overlay } from './geometry.ts';
import { type ArtId, artPath } from './wardrobe.ts';

/** A photo cropped to its middle square. `side` is in the photo's own pixels, at most 2048. */
export type Photo = { image: HTMLCanvasElement; side: number };

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

type PaintingProps = {
  photo: Photo | undefined;
  overlays: readonly Overlay[];
  /** In CSS pixels. */
  side: number;
  className: string;
};

/** The picture on screen; repainted on every change, at the device's pixel ratio. */
export function Painting({ photo, overlays, side, className }: PaintingProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const art = artStore.use();
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context) return;
    const pixels = side * Math.min(3, Math.ceil(window.devicePixelRatio || 1));
    if (context.canvas.width !== pixels) {
      context.canvas.width = pixels;
      context.canvas.height = pixels;
    }
    paint(context, pixels, { photo: photo?.image, overlays, artOf: (id) => art[id]?.quick });
  }, [photo, overlays, art, side]);
  return <canvas ref={ref} width={side} height={side} className={className} />;
}
