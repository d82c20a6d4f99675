import pLimit from 'p-limit';

/** The share of this thread's time that goes into renderings which are not kept … */
const SHARE = 1 / 5;
/** … and how much of it may be used at once, after a while without any. */
const SAVED_MAX_MS = 300;

/** Runs a rendering, or returns undefined while others have used up their share. */
export type RenderShare = <T>(render: () => Promise<T>) => Promise<T | undefined>;

/** Everyone's calls wait while a page is rendered, so renderings that any client can ask for are limited together. */
export function createRenderShare(): RenderShare {
  // Each is timed by itself.
  const inTurn = pLimit(1);
  let savedMs = SAVED_MAX_MS;
  let at = performance.now();
  return (render) =>
    inTurn(async () => {
      const now = performance.now();
      savedMs = Math.min(SAVED_MAX_MS, savedMs + (now - at) * SHARE);
      at = now;
      if (savedMs <= 0) return undefined;
      const before = process.threadCpuUsage();
      try {
        return await render();
      } finally {
        const { user, system } = process.threadCpuUsage(before);
        savedMs -= (user + system) / 1_000;
      }
    });
}
