import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { pollOnce } from './poll.ts';

const EVERY_MS = 500;

/** Polls until the context is closed. Every worker does: each takes what is due and not taken by another. */
export function startPoller(context: Context): void {
  const { verifier, queues, log, onClose } = context;
  const closing = new AbortController();
  const run = async () => {
    while (!closing.signal.aborted) {
      await pollOnce({ verifier, queues }, () => !closing.signal.aborted).catch((err) =>
        log.warn({ err }, 'poller'),
      );
      await sleep(EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const running = run();
  onClose(async () => {
    closing.abort();
    await running;
  });
}
