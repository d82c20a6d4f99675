import type { Context } from './context.ts';
import { sweepRemovals } from './removal/sweep.ts';
import { forgetRepeatsBefore } from './reports/repository.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Starts what this service does by itself every now and then; ends with the context. */
export function startSweeps(context: Context): void {
  const { db, queues, config, log, clock } = context;
  every(context, config.CLAIM_SWEEP_AFTER_MS, async () => {
    const sent = await sweepRemovals(db, queues, {
      firstDelayMs: config.CLAIM_SWEEP_AFTER_MS,
      minimumTokens: config.REMOVAL_COST_TOKENS,
      log,
    });
    if (sent > 0) log.info({ sent }, 'claims sent again');
  });
  every(context, HOUR_MS, async () => {
    await forgetRepeatsBefore(db, new Date(clock.now().getTime() - DAY_MS));
  });
}

/** Runs a task again and again, never twice at once; what fails is tried again at the next turn. */
function every({ log, stopping }: Context, ms: number, task: () => Promise<void>): void {
  let running: Promise<void> = Promise.resolve();
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    running = task()
      .catch((err) => log.warn({ err }, 'sweep'))
      .finally(() => {
        idle = true;
      });
  }, ms);
  stopping.add(async () => {
    clearInterval(timer);
    await running;
  });
}
