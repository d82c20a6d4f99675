/** Longest wait for idle time, in milliseconds. */
const MAX_WAIT_MS = 10_000;
/** Without any interaction, starts this long after hydration. */
const START_AFTER_MS = 8_000;
const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

type Network = { saveData?: boolean };

const isDataSaverOn = () => 'connection' in navigator && (navigator.connection as Network).saveData === true;

const idleTime = () =>
  new Promise<unknown>((resolve) => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: MAX_WAIT_MS });
    else setTimeout(resolve, 200);
  });

/**
 * Runs jobs one by one on idle, starting at the first interaction or a while after hydration, so that prefetching never
 * delays the first view. Skipped under data saving. Returns the stop function.
 */
export function whenIdle(jobs: readonly (() => Promise<void>)[]): () => void {
  const stop = new AbortController();
  const start = new AbortController();
  const run = async () => {
    start.abort();
    for (const job of jobs) {
      await idleTime();
      if (stop.signal.aborted || isDataSaverOn()) return;
      await job();
    }
  };
  const timer = setTimeout(run, START_AFTER_MS);
  start.signal.addEventListener('abort', () => clearTimeout(timer));
  for (const type of INTERACTION_EVENTS)
    window.addEventListener(type, run, { passive: true, signal: start.signal });
  stop.signal.addEventListener('abort', () => start.abort());
  return () => stop.abort();
}
