/**
 * One read serves everybody who asked before it began: while one is under way, those who come share the next, so that
 * nobody gets an answer older than the question.
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
