import { useEffect, useRef } from 'react';
import { artStore } from './art-store.ts';
import type { Photo } from './open-photo.ts';
import type { Overlay } from './overlay.ts';
import { paint } from './paint.ts';

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
