import { z } from 'zod';

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: it can do its work; 503 with what fails otherwise.
 * `degraded` is what it can do without for a while.
 */
export const Health = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.enum(['ok', 'failed', 'degraded'])),
});
export type Health = z.infer<typeof Health>;
