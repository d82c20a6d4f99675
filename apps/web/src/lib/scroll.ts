import { type RefObject, useEffect, useRef } from 'react';

/** Scroll delays in milliseconds (specification, section 9). */
export const NAVIGATION_SCROLL_DELAY_MS = 100;
export const HOME_SCROLL_DELAY_MS = 100;

const behavior = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';

/** Scrolls an element to the top of the window; does nothing if it does not exist. */
export function scrollToElement(id: string): void {
  document.getElementById(id)?.scrollIntoView({ behavior: behavior() });
}

export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: behavior() });
}

/** After a change: what had the focus may have gone with it, once the page shows the change. */
export function whenFocusIsLost(move: () => void): void {
  setTimeout(() => document.activeElement === document.body && move());
}

/** For what appears in place of what had the focus: takes the focus, and so comes into view. Set `tabIndex` to -1. */
export function useLostFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const place = useRef<Element>(null);
  useEffect(() => whenFocusIsLost(() => place.current?.focus()), []);
  return place;
}
