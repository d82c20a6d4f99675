import type { JobHandler } from '@naughty-list/service-kit/jobs/queues';
import type { Context } from '../context.ts';
import { verifyBurnHandler } from './verify-burn.ts';

type JobName = 'verify-burn';

/** Every job of the queue `chain-verifier` with its handler; one that is missing does not compile. */
const handlers: Record<JobName, (context: Context) => JobHandler> = { 'verify-burn': verifyBurnHandler };

export function jobHandlers(context: Context): JobHandler[] {
  return Object.values(handlers).map((build) => build(context));
}
