import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Context } from './context.ts';
import { forgetOld } from './forget-old.ts';
import { startKeyPolling } from './reference-keys/start.ts';
import { startWatcher } from './watch/start.ts';

const EVERY_MS = 10 * 60_000;

/** Starts what the worker does by itself: it watches the chain, and tidies up from time to time. Ends with the context. */
export function startSweeps(context: Context): void {
  const { log, onClose } = context;
  let closed = false;
  let running: Promise<void> = Promise.resolve();
  startWatcher(context);
  startKeyPolling(context);
  const timer = setInterval(() => {
    running = running
      .then(async () => forgetOld({ ...context, clock: await cautiousClock(context) }, () => !closed))
      .catch((err) => log.warn({ err }, 'sweep'));
  }, EVERY_MS);
  onClose(async () => {
    closed = true;
    clearInterval(timer);
    await running;
  });
}
