import type { JobHandler } from '@naughty-list/service-kit/queues';
import type { Context } from '../context.ts';
import { recordVisitsHandler } from './record-visits.ts';

export const jobHandlers = (context: Context): JobHandler[] => [recordVisitsHandler(context)];

export async function startWorkers(context: Context): Promise<void> {
  await context.queues.work(jobHandlers(context));
}
