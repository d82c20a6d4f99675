/**
 * Coalesces concurrent reads; a result never predates its request: callers that arrive during a read share the next
 * one.
 */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    const started = read();
    const settled = started.then(
      () => undefined,
      () => undefined,
    );
    running = settled;
    void settled.then(() => {
      if (running === settled) running = undefined;
    });
    return started;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start);
    return next;
  };
}
