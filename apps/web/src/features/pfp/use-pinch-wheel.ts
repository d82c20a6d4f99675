import { type RefObject, useEffect, useRef } from 'react';
import { newStroke } from './stroke.ts';
import type { OutfitEditor } from './use-outfit.ts';

/** Growth per unit that a trackpad reports while two fingers pinch. */
const GROWTH = 0.01;
/** A pause this long ends one movement. */
const PAUSE_MS = 400;

/** A pinch on a trackpad, and Ctrl with the wheel, size what is selected; a wheel alone scrolls the page as ever. */
export function usePinchWheel(
  stage: RefObject<HTMLElement | null>,
  { selected, change }: OutfitEditor,
): void {
  const last = useRef({ at: 0, stroke: '' });
  useEffect(() => {
    const element = stage.current;
    if (!element || !selected) return;
    const size = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const isNew = event.timeStamp - last.current.at > PAUSE_MS;
      last.current = { at: event.timeStamp, stroke: isNew ? newStroke() : last.current.stroke };
      const scale = selected.scale * Math.exp(-event.deltaY * GROWTH);
      change({ type: 'pose', id: selected.id, pose: { scale }, stroke: last.current.stroke });
    };
    // React's own listener could not keep the page from zooming.
    element.addEventListener('wheel', size, { passive: false });
    return () => element.removeEventListener('wheel', size);
  }, [stage, selected, change]);
}
