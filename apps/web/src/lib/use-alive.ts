import { useEffect } from 'react';

/**
 * Signals that the page is hydrated; earlier clicks are then replayed (`early-presses.ts`). Use it in page content, not
 * in the layout: React hydrates the layout first and its content later.
 */
export function useAlive(): void {
  useEffect(() => {
    document.documentElement.dataset.alive = 'yes';
    document.dispatchEvent(new Event('alive'));
  }, []);
}
