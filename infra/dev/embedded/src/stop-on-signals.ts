/** A second SIGINT within this time is a duplicate: npm forwards the one that the terminal sent to all processes. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Stops on the first signal, or when the parent process has ended, and exits with 0; a second signal kills. Answers the
 * parent's pings meanwhile.
 * @returns whether it is stopping
 */
export function stopOnSignals({
  stop,
  kill,
}: {
  stop: () => Promise<void> | undefined;
  kill: () => void;
}): () => boolean {
  let since: number | undefined;
  const onSignal = () => {
    const now = Date.now();
    if (since !== undefined) {
      if (now - since < SAME_SIGNAL_MS) return;
      console.log('Killing everything.');
      kill();
      process.exit(130);
    }
    since = now;
    console.log('Stopping …');
    void stop()?.then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('disconnect', onSignal);
  // The starter pings over the IPC channel, which no client can exhaust.
  process.on('message', (message) => {
    if (message === 'ping') process.send?.('pong', undefined, {}, () => {});
  });
  process.channel?.unref();
  return () => since !== undefined;
}
