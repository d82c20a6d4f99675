import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { ReconciliationFigures } from './reconciliation.ts';

/** The most months shown. */
export const TRANSPARENCY_MONTHS = 24;

const count = z.number().int();

/** A month (UTC), counted from the tables. Times are medians in hours; a rate is null where nothing was decided. */
export const TransparencyMonth = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  reports: count,
  statements: count,
  held: count,
  appeals: count,
  appealsDecided: count,
  appealsGranted: count,
  medianDecisionHours: z.number().nullable(),
  overturnRate: z.number().nullable(),
  burns: count,
  /** In tokens, as an exact decimal number. */
  burned: z.string(),
});
export type TransparencyMonth = z.infer<typeof TransparencyMonth>;

export const Transparency = z.object({
  months: z.array(TransparencyMonth),
  openAppeals: count,
  /** The oldest deadline of an open appeal. */
  oldestDueAt: z.iso.datetime().nullable(),
  /** Null before the first complete run, and while the chain verifier is unavailable. */
  reconciliation: ReconciliationFigures.nullable(),
});
export type Transparency = z.infer<typeof Transparency>;

export const getTransparency = defineEndpoint({
  method: 'GET',
  path: '/api/transparency',
  summary: `Reports, statements, holds, appeals and burns by month (UTC), newest first, at most ${TRANSPARENCY_MONTHS}; payments compared with the chain`,
  access: 'public',
  answers: { 200: Transparency },
});
