import { z } from 'zod';

/** `GET /health/live`: the process answers. `GET /health/ready`: it can do its work; 503 with what fails otherwise. */
export const Health = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.enum(['ok', 'failed'])),
});
export type Health = z.infer<typeof Health>;
