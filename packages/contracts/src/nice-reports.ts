import { z } from 'zod';
import { CaseStatus } from './cases.ts';
import { defineEndpoint, totalCountAndTag } from './endpoint.ts';
import { PostInput } from './report-input.ts';
import { PublicListQuery, SearchQuery } from './reports.ts';

export const niceReportTexts = {
  added: (username: string) => `@${username} is on the Nice List now. Santa smiled!`,
  held: 'Thank you. Santa will check this one before it goes on the Nice List.',
  alreadyListed: 'This post is already on the Nice List. Every good deed is written down once.',
} as const;

/**
 * A nice report as the public sees it. Times are ISO 8601, UTC. `isReviewed` once a moderator has read it. `alsoOnNaughtyList` is set in lists and searches when
 * the username is also listed as a scammer: the status of that case.
 */
export const NiceReport = z.object({
  id: z.number().int(),
  twitterUrl: z.string(),
  username: z.string(),
  tweetContent: z.string().nullable(),
  tweetDate: z.string().nullable(),
  description: z.string(),
  reportedAt: z.iso.datetime(),
  reportCount: z.number().int(),
  isReviewed: z.boolean(),
  alsoOnNaughtyList: CaseStatus.optional(),
});
export type NiceReport = z.infer<typeof NiceReport>;

/** The nice report, with a message for the visitor who submitted it; `held` while it waits for a moderator. */
export const NiceReportAdded = NiceReport.extend({ message: z.string(), held: z.literal(true).optional() });
export type NiceReportAdded = z.infer<typeof NiceReportAdded>;

export const submitNiceReport = defineEndpoint({
  method: 'POST',
  path: '/api/nice-reports',
  summary: 'Submit a nice report; every post counts once, whatever form its URL has',
  access: 'public',
  body: PostInput,
  answers: { 201: NiceReportAdded },
  errors: ['post_already_praised', 'idempotency_key_reused'],
});

export const listNiceReports = defineEndpoint({
  method: 'GET',
  path: '/api/nice-reports',
  summary: 'The Nice List, newest first; header X-Total-Count; ETag',
  access: 'public',
  query: PublicListQuery,
  answerHeaders: totalCountAndTag,
  answers: { 200: z.array(NiceReport) },
});

export const searchNiceReports = defineEndpoint({
  method: 'GET',
  path: '/api/nice-reports/search',
  summary: 'At most 100 nice reports, best match first: username before description',
  access: 'public',
  query: SearchQuery,
  answers: { 200: z.array(NiceReport) },
  errors: ['empty_search'],
});
