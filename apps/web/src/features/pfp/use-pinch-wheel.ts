import { type RefObject, useEffect, useRef } from 'react';
import { newStroke } from './stroke.ts';
import type { OutfitEditor } from './use-outfit.ts';

/** Scale factor per wheel unit of a trackpad pinch. */
const GROWTH = 0.01;
/** A pause of this length ends a gesture. */
const PAUSE_MS = 400;

/** A trackpad pinch, or Ctrl with the wheel, scales the selection; a plain wheel scrolls the page. */
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
    // React attaches wheel listeners as passive, which cannot prevent the page zoom.
    element.addEventListener('wheel', size, { passive: false });
    return () => element.removeEventListener('wheel', size);
  }, [stage, selected, change]);
}
