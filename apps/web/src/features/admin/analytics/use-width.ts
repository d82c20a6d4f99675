import { type RefObject, useLayoutEffect, useState } from 'react';

/** How wide an element is, in CSS pixels; 0 until it was measured. */
export function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    setWidth(Math.floor(current.getBoundingClientRect().width));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
