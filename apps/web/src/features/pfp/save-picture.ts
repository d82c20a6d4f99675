import { fetchArt } from './art-store.ts';
import type { Photo } from './open-photo.ts';
import type { Overlay } from './overlay.ts';
import { createCanvas, paint } from './paint.ts';
import type { ArtId } from './wardrobe.ts';

export const FILE_NAME = 'santa-pfp.png';
const PNG = 'image/png';

/** The finished picture as a PNG of `side` by `side` pixels, rendered from the vector artwork. */
export async function pictureFile(photo: Photo, overlays: readonly Overlay[], side: number): Promise<File> {
  const worn = [...new Set(overlays.map(({ art }) => art))];
  const art = new Map<ArtId, HTMLImageElement>();
  await Promise.all(worn.map(async (id) => art.set(id, (await fetchArt(id)).vector)));
  const { canvas, context } = createCanvas(side);
  paint(context, side, { photo: photo.image, overlays, artOf: (id) => art.get(id) });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, PNG));
  if (!blob) throw new Error('the picture could not be written');
  return new File([blob], FILE_NAME, { type: PNG });
}

export function canCopyPictures(): boolean {
  return typeof ClipboardItem !== 'undefined' && typeof navigator.clipboard?.write === 'function';
}

/** Passes the promise on: some browsers allow clipboard writes only within the user gesture. */
export async function copyPicture(file: Promise<File>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ [PNG]: file })]);
}

export function canSharePictures(): boolean {
  const probe = new File([], FILE_NAME, { type: PNG });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] });
}

/** Shares the picture; returns false if the visitor cancels. */
export async function sharePicture(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file], title: 'My Santa profile picture' });
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    throw error;
  }
}
