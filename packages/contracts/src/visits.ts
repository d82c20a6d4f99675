import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { defineJob } from './job.ts';
import { REPORT_VISIT_PATH } from './report-visit-path.ts';

export const VISIT_URL_MAX_LENGTH = 2048;
export const VISIT_USER_AGENT_MAX_LENGTH = 512;

/**
 * One page load, or one navigation inside the app, counted by the gateway. The address is truncated before it is sent
 * (/24, /48). A `referrer` on this site is only a path. `isRepeat`: the public counter counted this visitor recently.
 */
export const Visit = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  pageUrl: z.string().max(VISIT_URL_MAX_LENGTH),
  referrer: z.string().max(VISIT_URL_MAX_LENGTH).nullable(),
  userAgent: z.string().max(VISIT_USER_AGENT_MAX_LENGTH).nullable(),
  ipAddress: z.string().max(64).nullable(),
  isRepeat: z.boolean().optional(),
});
export type Visit = z.infer<typeof Visit>;

export const VISIT_BATCH_MAX = 500;

/** The roll-ups' name for pages or referrers beyond the daily limit. */
export const OTHER_VISITS = '(other)';

export const VisitBatch = z.object({ batchId: z.uuid(), visits: z.array(Visit).min(1).max(VISIT_BATCH_MAX) });
export type VisitBatch = z.infer<typeof VisitBatch>;

/** A redelivered batch counts once: `batchId` is stored. */
export const recordVisitsJob = defineJob({
  queue: 'analytics',
  name: 'record-visits',
  payload: VisitBatch,
  id: ({ batchId }) => `record-visits.${batchId}`,
  // About a week: a database outage must not fail a batch.
  attempts: 20_000,
  backoffMs: 500,
  maxBackoffMs: 30_000,
  keepCompleted: 100,
});

export const visitTexts = { invalidPage: 'pageUrl must be the path of a page of this site.' } as const;

const PagePath = z
  .string({ error: visitTexts.invalidPage })
  .max(VISIT_URL_MAX_LENGTH, visitTexts.invalidPage)
  .startsWith('/', visitTexts.invalidPage);

/** A navigation inside the app, which causes no page load. Paths may carry a query, which is not stored. */
export const ReportedVisit = z.object({ pageUrl: PagePath, referrer: PagePath.nullable().default(null) });
export type ReportedVisit = z.infer<typeof ReportedVisit>;

export const reportVisit = defineEndpoint({
  method: 'POST',
  path: REPORT_VISIT_PATH,
  summary: 'Record that the app shows another page',
  access: 'public',
  body: ReportedVisit,
  answers: { 204: z.undefined() },
  errors: ['forbidden_origin'],
});
