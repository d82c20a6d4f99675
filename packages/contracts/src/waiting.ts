import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** What an operator looks at first, beside the review queue. */
export const Waiting = z.object({
  /** Jobs given up, in all queues; null if the queues cannot be reached. */
  failedJobs: z.number().int().min(0).nullable(),
  /** When the last backup was complete; null before the first. */
  lastBackupAt: z.iso.datetime().nullable(),
  /** The version that runs. */
  version: z.string(),
});
export type Waiting = z.infer<typeof Waiting>;

export const getWaiting = defineEndpoint({
  method: 'GET',
  path: '/api/admin/waiting',
  summary: 'The first things an operator checks: failed jobs, the last backup, the running version',
  access: 'admin',
  answers: { 200: Waiting },
});
