import { commonSettings } from '@naughty-list/service-kit/lifecycle/config';
import { z } from 'zod';

export const Config = z.object({
  ...commonSettings,
  /** Days that single visits are kept; the roll-ups are permanent. */
  VISIT_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
});
export type Config = z.infer<typeof Config>;
