import type { Context } from './context.ts';
import { forgetLooks } from './verifications/forget-looks.ts';
import { forgetFound } from './watch/repository.ts';
import { startWatcher } from './watch/start.ts';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
const KEEP_LOOKS_MS = 7 * DAY_MS;
const KEEP_HANDLED_MS = 7 * DAY_MS;
const KEEP_UNREAD_MS = 30 * DAY_MS;

/** Starts what the worker does by itself: it watches the chain, and tidies up from time to time. Ends with the context. */
export function startSweeps(context: Context): void {
  const { db, clock, log, onClose } = context;
  startWatcher(context);
  const sweep = async () => {
    const before = (keepMs: number) => new Date(clock.now().getTime() - keepMs);
    const forgotten = await forgetLooks(db, before(KEEP_LOOKS_MS));
    if (forgotten > 0) log.info({ forgotten }, 'old looks forgotten');
    const { unread } = await forgetFound(db, {
      handled: before(KEEP_HANDLED_MS),
      found: before(KEEP_UNREAD_MS),
    });
    if (unread > 0) log.error({ unread }, 'transactions that could never be read were given up');
  };
  const timer = setInterval(() => {
    sweep().catch((err) => log.warn({ err }, 'sweep'));
  }, EVERY_MS);
  onClose(() => clearInterval(timer));
}
