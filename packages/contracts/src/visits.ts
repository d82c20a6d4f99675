import { z } from 'zod';
import { defineJob } from './job.ts';

/** One page load, counted by the gateway. The address is truncated before it is sent anywhere (/24, /48). */
export const Visit = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  pageUrl: z.string().max(2048),
  referrer: z.string().max(2048).nullable(),
  userAgent: z.string().max(512).nullable(),
  ipAddress: z.string().max(64).nullable(),
});
export type Visit = z.infer<typeof Visit>;

export const VISIT_BATCH_MAX = 500;

/** A batch that is delivered twice counts once: `batchId` is kept. */
export const recordVisitsJob = defineJob({
  queue: 'analytics',
  name: 'record-visits',
  payload: z.object({ batchId: z.uuid(), visits: z.array(Visit).min(1).max(VISIT_BATCH_MAX) }),
  id: ({ batchId }) => `record-visits.${batchId}`,
  attempts: 1000,
  backoffMs: 500,
  maxBackoffMs: 30_000,
});
