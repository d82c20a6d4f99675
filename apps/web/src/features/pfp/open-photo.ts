import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { showToast } from '../../lib/toasts.ts';
import { centredSquare, MOST_EXPORT_SIDE } from './geometry.ts';
import { createCanvas, loadImage, type Photo } from './painting.tsx';

/** What happened, and what to do. */
type PhotoProblem = { title: string; description: string };

const notAnImage = { title: 'Invalid File', description: 'Please upload an image file.' };
const broken = {
  title: 'Broken Image',
  description: "This browser can't open that picture. Save it as a JPEG or PNG and try again.",
};
const tooLarge = {
  title: 'Image Too Large',
  description: 'Even the sleigh has a limit: 120 megapixels, 100 MB. Make the picture smaller and try again.',
};

export type OpenedPhoto = { photo: Photo; problem?: undefined } | { problem: PhotoProblem };

const MAX_PIXELS = 120_000_000;
const MAX_BYTES = 100_000_000;

const SAMPLE_FACE = '/art/sample-face.svg';
const SAMPLE_SIDE = 1024;

/**
 * Opens a photo locally: applies its orientation, crops the middle square and downscales to the limit. Without a file,
 * opens the built-in sample.
 */
export async function openPhoto(file: File | undefined): Promise<OpenedPhoto> {
  if (file && !file.type.startsWith('image/')) return { problem: notAnImage };
  if (file && file.size > MAX_BYTES) return { problem: tooLarge };
  try {
    if (!file) return { photo: await openSampleFace() };
    const photo = await decode(file);
    return photo ? { photo } : { problem: tooLarge };
  } catch (error) {
    console.info('the photo cannot be opened', error);
    return { problem: broken };
  }
}

async function openSampleFace(): Promise<Photo> {
  const { canvas, context } = createCanvas(SAMPLE_SIDE);
  context.drawImage(await loadImage(SAMPLE_FACE), 0, 0, SAMPLE_SIDE, SAMPLE_SIDE);
  return { image: canvas, side: SAMPLE_SIDE };
}

/** Undefined for a photo with too many pixels. */
async function decode(file: File): Promise<Photo | undefined> {
  if (file.type === 'image/svg+xml') {
    const image = await loadImage(await dataUrl(file));
    // An SVG without intrinsic size renders at the requested size.
    const { naturalWidth: width, naturalHeight: height } = image;
    return cutSquare(image, width || SAMPLE_SIDE, height || SAMPLE_SIDE);
  }
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const { width, height } = bitmap;
    return width * height > MAX_PIXELS ? undefined : cutSquare(bitmap, width, height);
  } finally {
    bitmap.close();
  }
}

function cutSquare(source: CanvasImageSource, width: number, height: number): Photo {
  const { x, y, side: ownSide } = centredSquare(width, height);
  const side = Math.min(ownSide, MOST_EXPORT_SIDE);
  const { canvas, context } = createCanvas(side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, x, y, ownSide, ownSide, 0, 0, side, side);
  // Fail early on a tainted canvas, which could be shown but never saved.
  context.getImageData(0, 0, 1, 1);
  return { image: canvas, side };
}

/** Not a blob URL: the Content-Security-Policy allows images from 'self' and data URLs only. */
function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });
}

/** The current photo and the ways to load one; of several, the last. A failed load keeps the previous photo. */
export function usePhoto() {
  const [photo, setPhoto] = useState<Photo>();
  const { mutate, isPending, data } = useMutation({ mutationFn: openPhoto });
  const open = useCallback(
    (file?: File) =>
      mutate(file, {
        onSuccess: (opened) => {
          if (opened.problem) return void showToast({ ...opened.problem, variant: 'destructive' });
          setPhoto(opened.photo);
          if (file)
            showToast({ title: 'Image Uploaded', description: 'It stays in this browser. Now pick a hat.' });
        },
      }),
    [mutate],
  );
  return { photo, isOpening: isPending, problem: data?.problem, open };
}

/** Accepts photos dropped or pasted anywhere on the page; returns whether a drag is over it. */
export function usePhotoDrops(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const take = (files: FileList | undefined) => {
      const offered = [...(files ?? [])];
      const file = offered.find(({ type }) => type.startsWith('image/')) ?? offered[0];
      if (file) onFile(file);
      return file !== undefined;
    };
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    };
    // `relatedTarget` is null only when the drag leaves the window; otherwise it moves between elements.
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false);
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (take(event.dataTransfer?.files)) event.preventDefault();
    };
    const paste = (event: ClipboardEvent) => {
      if (take(event.clipboardData?.files)) event.preventDefault();
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('paste', paste, { signal });
    return () => listeners.abort();
  }, [onFile]);
  return isOver;
}
