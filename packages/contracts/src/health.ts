import { z } from 'zod';

/**
 * `GET /health/live`: the process responds. `GET /health/ready`: it can do its work; 503 with the failed checks
 * otherwise. `degraded` lists failed checks that do not affect readiness.
 */
export const Health = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.enum(['ok', 'failed', 'degraded'])),
});
export type Health = z.infer<typeof Health>;
