import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width of an element in CSS pixels; 0 before the first measurement. */
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
