/**
 * Coalesces concurrent reads; a result never predates its request: callers that arrive during a read share the next
 * one. `gather` is awaited before a read begins, so that more callers share it.
 */
export function sharedRead<T>(read: () => Promise<T>, gather?: () => Promise<void>): () => Promise<T> {
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
    if (!running && !gather) return start();
    next ??= Promise.resolve(running).then(gather).then(start);
    return next;
  };
}

/**
 * Resolves when all input that has arrived by now, or in response to pending output, has been read from the sockets.
 */
export async function socketsRead(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
