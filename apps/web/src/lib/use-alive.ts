import { useEffect } from 'react';

/**
 * Tells the document that the page listens from now on; what was pressed before is done then (`early-presses.ts`). Used by
 * what a page shows, not by the frame around it: React takes a written frame over first, and what is in it later.
 */
export function useAlive(): void {
  useEffect(() => {
    document.documentElement.dataset.alive = 'yes';
    document.dispatchEvent(new Event('alive'));
  }, []);
}
