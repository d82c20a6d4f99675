/** Longest wait for idle time, in milliseconds. */
const MAX_WAIT_MS = 10_000;
/** Without any interaction, starts this long after the load event. */
const START_AFTER_MS = 8_000;
const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

type Network = { saveData?: boolean };

const isDataSaverOn = () => 'connection' in navigator && (navigator.connection as Network).saveData === true;

/**
 * Runs jobs one by one on idle, starting at the first interaction or a while after load, so that prefetching never
 * delays the first view. Skipped under data saving. Returns the stop function.
 */
export function whenIdle(jobs: readonly (() => Promise<void>)[]): () => void {
  const queue = [...jobs];
  let isStopped = isDataSaverOn();
  const runNext = () => {
    const job = queue.shift();
    if (job && !isStopped) void job().then(scheduleNext);
  };
  const scheduleNext = () => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(runNext, { timeout: MAX_WAIT_MS });
    else setTimeout(runNext, 200);
  };
  const start = () => {
    removeListeners();
    scheduleNext();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startLater = () => {
    timer = setTimeout(start, START_AFTER_MS);
  };
  const removeListeners = () => {
    clearTimeout(timer);
    window.removeEventListener('load', startLater);
    for (const type of INTERACTION_EVENTS) window.removeEventListener(type, start);
  };
  for (const type of INTERACTION_EVENTS) window.addEventListener(type, start, { passive: true });
  if (document.readyState === 'complete') startLater();
  else window.addEventListener('load', startLater);
  return () => {
    isStopped = true;
    removeListeners();
  };
}
