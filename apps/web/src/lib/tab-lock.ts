/**
 * Runs under a lock across tabs, and without one where the browser has none or denies it, as some do while cookies are blocked.
 * `isOnlyTab`: whether no other tab holds it; always true unless `ifAvailable`.
 */
export async function withTabLock<T>(
  name: string,
  run: (isOnlyTab: boolean) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  let running: Promise<T> | undefined;
  const start = (isOnlyTab: boolean) => {
    running = run(isOnlyTab);
    return running;
  };
  try {
    await navigator.locks.request(name, options, (lock) => start(lock !== null));
  } catch {
    // Denied, or `run` failed.
  }
  return running ?? start(true);
}
