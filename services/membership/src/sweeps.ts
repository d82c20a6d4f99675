import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { sweepMemberships } from './claims/sweep.ts';
import type { Context } from './context.ts';
import { forgetOld } from './forget-old.ts';
import { sweepInvites } from './invites/sweep.ts';
import { inviteLeaseMs } from './members/link.ts';

const INVITES_EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Starts the periodic tasks; they stop with the context. */
export function startSweeps(context: Context): void {
  const { db, queues, config, chat, log } = context;
  const firstDelayMs = config.CLAIM_SWEEP_AFTER_MS;
  every(context, firstDelayMs, async () => {
    const sent = await sweepMemberships(db, queues, { firstDelayMs, log });
    if (sent > 0) log.info({ sent }, 'claims sent again');
  });
  every(context, HOUR_MS, async (mayGoOn) =>
    forgetOld({ ...context, clock: await cautiousClock(context) }, mayGoOn),
  );
  if (chat.kind === 'invites')
    every(context, INVITES_EVERY_MS, () => sweepInvites(db, queues, inviteLeaseMs(config)));
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
