/**
 * One read serves everybody who asked before it began: while one is under way, those who come share the next, so that
 * nobody gets an answer older than the question. `gather` is waited for before a read begins: who comes meanwhile shares it.
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

/** Until whatever has arrived by now, and because of what is sent now, has been read from the sockets. */
export async function socketsRead(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
