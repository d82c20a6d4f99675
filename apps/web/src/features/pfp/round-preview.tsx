import { useEffect, useRef } from 'react';
import type { Art } from './art-store.ts';
import type { Photo } from './open-photo.ts';
import type { Overlay } from './overlay.ts';
import { paint } from './paint.ts';
import type { ArtId } from './wardrobe.ts';

type RoundPreviewProps = { photo: Photo; overlays: readonly Overlay[]; art: ReadonlyMap<ArtId, Art> };

/** Preview as a small round avatar. */
export function RoundPreview(props: RoundPreviewProps) {
  return (
    <figure className="flex items-center gap-4 rounded-lg bg-night-900 p-4 text-snow">
      <Avatar {...props} side={96} className="size-24" />
      <Avatar {...props} side={48} className="size-12" />
      <figcaption>
        <strong className="block">You, in a timeline near you</strong>
        <span className="text-snow-dim">Most sites crop it to a circle.</span>
      </figcaption>
    </figure>
  );
}

type AvatarProps = RoundPreviewProps & { side: number; className: string };

function Avatar({ photo, overlays, art, side, className }: AvatarProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context) return;
    const pixels = side * Math.min(3, Math.ceil(window.devicePixelRatio || 1));
    context.canvas.width = pixels;
    context.canvas.height = pixels;
    paint(context, pixels, { photo: photo.image, overlays, artOf: (id) => art.get(id)?.quick });
  }, [photo, overlays, art, side]);
  return (
    <span aria-hidden="true">
      <canvas
        ref={ref}
        width={side}
        height={side}
        className={`block rounded-full bg-snow-dim ${className}`}
      />
    </span>
  );
}
