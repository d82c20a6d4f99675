import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Context } from './context.ts';
import { tendVisits } from './visits/tend.ts';

// Due once an hour; checked more often, so that a failed run is retried soon.
const EVERY_MS = 10 * 60_000;

/** Maintains the visits' partitions, at once and periodically; stops with the context. */
export function startSweeps({ config, db, clock, log, stopping }: Context): void {
  const sweep = async () => {
    const dropped = await tendVisits(db, {
      now: (await cautiousClock({ db, clock })).now(),
      retentionDays: config.VISIT_RETENTION_DAYS,
    });
    if (dropped && dropped.length > 0) log.info({ months: dropped }, 'old visits deleted');
  };
  let running: Promise<void> = Promise.resolve();
  const start = () => {
    running = running.then(sweep).catch((err) => log.warn({ err }, 'sweep'));
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  stopping.add(async () => {
    clearInterval(timer);
    await running;
  });
}
