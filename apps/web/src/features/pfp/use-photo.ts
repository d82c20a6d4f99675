import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { showToast } from '../../lib/toasts.ts';
import { openPhoto, type Photo } from './open-photo.ts';

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
