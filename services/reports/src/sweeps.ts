import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Context } from './context.ts';
import { forgetOld } from './forget-old.ts';
import { sweepRemovals } from './removal/sweep.ts';

const HOUR_MS = 3_600_000;

/** Starts the periodic tasks; they stop with the context. */
export function startSweeps(context: Context): void {
  const { db, queues, config, log } = context;
  every(context, config.CLAIM_SWEEP_AFTER_MS, async () => {
    const sent = await sweepRemovals(db, queues, {
      firstDelayMs: config.CLAIM_SWEEP_AFTER_MS,
      minimumTokens: config.REMOVAL_COST_TOKENS,
      log,
    });
    if (sent > 0) log.info({ sent }, 'claims sent again');
  });
  every(context, HOUR_MS, async (mayGoOn) =>
    forgetOld({ ...context, clock: await cautiousClock(context) }, mayGoOn),
  );
}

/**
 * Repeats a task without overlap; a failed run is retried at the next turn. `mayGoOn` turns false when a long task
 * must stop.
 */
function every(
  { log, stopping }: Context,
  ms: number,
  task: (mayGoOn: () => boolean) => Promise<void>,
): void {
  let running: Promise<void> = Promise.resolve();
  let idle = true;
  let stopped = false;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    running = task(() => !stopped)
      .catch((err) => log.warn({ err }, 'sweep'))
      .finally(() => {
        idle = true;
      });
  }, ms);
  stopping.add(async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  });
}
