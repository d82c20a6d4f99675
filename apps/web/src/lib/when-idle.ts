/** Longest wait for idle time, in milliseconds. */
const MAX_WAIT_MS = 10_000;
/** After this much inactivity since load, start anyway: the visitor is reading and may click next. */
const READING_MS = 8_000;
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

type Network = { saveData?: boolean };

/** Whether the visitor enabled data saving. */
const isSaving = () => 'connection' in navigator && (navigator.connection as Network).saveData === true;

/**
 * Runs jobs one by one on idle, starting at the first interaction or a while after load, so that prefetching never
 * delays the first view. Skipped under data saving. Returns the stop function.
 */
export function whenIdle(jobs: readonly (() => Promise<void>)[]): () => void {
  const waiting = [...jobs];
  let isStopped = isSaving();
  const next = () => {
    const job = waiting.shift();
    if (job && !isStopped) void job().then(plan);
  };
  const plan = () => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(next, { timeout: MAX_WAIT_MS });
    else setTimeout(next, 200);
  };
  const begin = () => {
    leave();
    plan();
  };
  let reading: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    reading = setTimeout(begin, READING_MS);
  };
  const leave = () => {
    clearTimeout(reading);
    window.removeEventListener('load', read);
    for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, begin);
  };
  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, begin, { passive: true });
  if (document.readyState === 'complete') read();
  else window.addEventListener('load', read);
  return () => {
    isStopped = true;
    leave();
  };
}
