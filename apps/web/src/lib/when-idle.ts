/** Longest wait for an idle moment, in milliseconds. */
const PATIENCE_MS = 10_000;
/** Whoever does nothing for so long after the page has loaded is still reading, and may press something next. */
const READING_MS = 8_000;
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

type Network = { saveData?: boolean };

/** Whether the visitor asked for as little traffic as possible. */
const isSaving = () => 'connection' in navigator && (navigator.connection as Network).saveData === true;

/**
 * Does one job after another, each in an idle moment, from the first sign of life of the visitor on, or a while after the
 * page has loaded: what may be wanted soon is then there without having stood in the way of what was wanted first. Not for
 * visitors who save data. Answers how to stop.
 */
export function whenIdle(jobs: readonly (() => Promise<void>)[]): () => void {
  const waiting = [...jobs];
  let isStopped = isSaving();
  const next = () => {
    const job = waiting.shift();
    if (job && !isStopped) void job().then(plan);
  };
  const plan = () => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(next, { timeout: PATIENCE_MS });
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
