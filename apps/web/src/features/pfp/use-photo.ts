import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '../../lib/toasts.ts';
import { type OpenedPhoto, openPhoto, openSampleFace, type Photo, type PhotoProblem } from './open-photo.ts';

export type PhotoState = {
  photo: Photo | undefined;
  /** Whether it is the visitor's photo or the sample. */
  owner: 'visitor' | 'sample' | undefined;
  isOpening: boolean;
  problem: PhotoProblem | undefined;
};

/** Messages for each failure: what happened, and what to do. */
export const problemTexts: Record<PhotoProblem, { title: string; description: string }> = {
  'not-an-image': { title: 'Invalid File', description: 'Please upload an image file.' },
  broken: {
    title: 'Broken Image',
    description: "This browser can't open that picture. Save it as a JPEG or PNG and try again.",
  },
  'too-large': {
    title: 'Image Too Large',
    description: 'Even the sleigh has a limit: 120 megapixels, 100 MB. Make it smaller and try again.',
  },
};

const noPhoto: PhotoState = { photo: undefined, owner: undefined, isOpening: false, problem: undefined };

/** The current photo and the ways to load one. A failed load keeps the previous photo. */
export function usePhoto() {
  const [state, setState] = useState<PhotoState>(noPhoto);
  const lastRequest = useRef(0);

  const open = useCallback(
    async (owner: 'visitor' | 'sample', read: () => Promise<OpenedPhoto>): Promise<void> => {
      lastRequest.current += 1;
      const request = lastRequest.current;
      setState((before) => ({ ...before, isOpening: true, problem: undefined }));
      const opened = await read();
      // Another photo was chosen meanwhile.
      if (request !== lastRequest.current) return;
      if ('problem' in opened) {
        setState((before) => ({ ...before, isOpening: false, problem: opened.problem }));
        showToast({ ...problemTexts[opened.problem], variant: 'destructive' });
        return;
      }
      setState({ photo: opened.photo, owner, isOpening: false, problem: undefined });
      if (owner === 'visitor') {
        showToast({ title: 'Image Uploaded', description: 'It stays in this browser. Now pick a hat.' });
      }
    },
    [],
  );

  const openFile = useCallback((file: File) => open('visitor', () => openPhoto(file)), [open]);
  const openSample = useCallback(() => open('sample', readSample), [open]);
  return { ...state, openFile, openSample };
}

async function readSample(): Promise<OpenedPhoto> {
  try {
    return { photo: await openSampleFace() };
  } catch (error) {
    console.info('the sample face did not arrive', error);
    return { problem: 'broken' };
  }
}

/** Accepts photos dropped or pasted anywhere on the page; returns whether a drag is over it. */
export function usePhotoDrops(onFile: (file: File) => Promise<void>): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const take = (files: FileList | undefined) => {
      const offered = [...(files ?? [])];
      const file = offered.find(({ type }) => type.startsWith('image/')) ?? offered[0];
      if (file) void onFile(file);
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
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, [onFile]);
  return isOver;
}
