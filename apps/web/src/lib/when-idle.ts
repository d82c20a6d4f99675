/** Longest wait for an idle moment, in milliseconds. */
const PATIENCE_MS = 10_000;

type Network = { saveData?: boolean };

/** Whether the visitor asked for as little traffic as possible. */
const isSaving = () => 'connection' in navigator && (navigator.connection as Network).saveData === true;

/**
 * Does one job after another, each in an idle moment, once the page has loaded: what may be wanted soon is then there
 * without having stood in the way of what was wanted first. Not for visitors who save data. Answers how to stop.
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
  if (document.readyState === 'complete') plan();
  else window.addEventListener('load', plan, { once: true });
  return () => {
    isStopped = true;
  };
}
