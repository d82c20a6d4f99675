import { useEffect } from 'react';

/**
 * Signals that the page is hydrated, so that earlier clicks are replayed (`early-presses.ts`). For page content, not the
 * layout, which React hydrates first.
 */
export function useAlive(): void {
  useEffect(() => {
    document.documentElement.dataset.alive = 'yes';
    document.dispatchEvent(new Event('alive'));
  }, []);
}
