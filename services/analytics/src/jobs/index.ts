import type { JobHandler } from '@naughty-list/service-kit/jobs/queues';
import type { Context } from '../context.ts';
import { startSweeps } from '../sweeps.ts';
import { recordVisitsHandler } from './record-visits.ts';

// Batches lock the roll-ups in turn: more workers would only occupy connections that HTTP needs.
const CONCURRENCY = 4;

export const jobHandlers = (context: Context): JobHandler[] => [recordVisitsHandler(context)];

/** Starts the workers and the sweeps. */
export async function startWorkers(context: Context): Promise<void> {
  startSweeps(context);
  await context.queues.work(jobHandlers(context), { concurrency: CONCURRENCY });
}
