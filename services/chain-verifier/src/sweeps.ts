import type { Context } from './context.ts';
import { forgetLooks } from './verifications/forget-looks.ts';

const EVERY_MS = 10 * 60_000;
const KEEP_LOOKS_MS = 7 * 24 * 3_600_000;

/** Starts what the worker does by itself from time to time; ends with the context. */
export function startSweeps({ db, clock, log, onClose }: Context): void {
  const sweep = async () => {
    const before = new Date(clock.now().getTime() - KEEP_LOOKS_MS);
    const forgotten = await forgetLooks(db, before);
    if (forgotten > 0) log.info({ forgotten }, 'old looks forgotten');
  };
  const timer = setInterval(() => {
    sweep().catch((err) => log.warn({ err }, 'sweep'));
  }, EVERY_MS);
  onClose(() => clearInterval(timer));
}
