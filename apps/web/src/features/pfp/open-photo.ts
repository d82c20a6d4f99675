import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { showToast } from '../../lib/toasts.ts';
import { loadImage } from './art-store.ts';
import { centredSquare } from './geometry.ts';
import { createCanvas } from './paint.ts';
import { MOST_EXPORT_SIDE } from './sizes.ts';

/** A photo cropped to its middle square. `side` is in the photo's own pixels, at most 2048. */
export type Photo = { image: HTMLCanvasElement; side: number };

/** What happened, and what to do. */
type PhotoProblem = { title: string; description: string };

const notAnImage = { title: 'Invalid File', description: 'Please upload an image file.' };
const broken = {
  title: 'Broken Image',
  description: "This browser can't open that picture. Save it as a JPEG or PNG and try again.",
};
const tooLarge = {
  title: 'Image Too Large',
  description: 'Even the sleigh has a limit: 120 megapixels, 100 MB. Make it smaller and try again.',
};

export type OpenedPhoto = { photo: Photo; problem?: undefined } | { problem: PhotoProblem };

/** Above these limits, decoding may crash the page. */
const MAX_PIXELS = 120_000_000;
const MAX_BYTES = 100_000_000;
const HEADER_BYTES = 512 * 1024;

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
    const size = imageSize(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
    if (size && size.width * size.height > MAX_PIXELS) return { problem: tooLarge };
    return { photo: await decode(file) };
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

async function decode(file: File): Promise<Photo> {
  if (file.type === 'image/svg+xml') {
    const image = await loadImage(await dataUrl(file));
    // An SVG without intrinsic size renders at the requested size.
    const { naturalWidth: width, naturalHeight: height } = image;
    return cutSquare(image, width || SAMPLE_SIDE, height || SAMPLE_SIDE);
  }
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    return cutSquare(bitmap, bitmap.width, bitmap.height);
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

export type ImageSize = { width: number; height: number };

/**
 * Width and height from the header of a PNG, GIF, WebP or JPEG file, before decoding: a small file can decode to
 * gigabytes. Undefined for other formats and truncated headers.
 */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (hasText(bytes, 1, 'PNG')) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (hasText(bytes, 0, 'GIF8')) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) return webpSize(bytes, view);
    if (view.getUint16(0) === 0xffd8) return jpegSize(view);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));
}

function webpSize(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
  if (hasText(bytes, 12, 'VP8X')) return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (hasText(bytes, 12, 'VP8L')) {
    const packed = view.getUint32(21, true);
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (hasText(bytes, 12, 'VP8 ')) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  return undefined;
}

/** Scans the segments for the frame header (SOF0 to SOF15, except C4, C8 and CC, which are not frames). */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
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
