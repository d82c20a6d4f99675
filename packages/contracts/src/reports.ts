import { z } from 'zod';
import { REPORT_OFFSET_MAX, REPORT_PAGE_MAX } from './case-texts.ts';
import { defineEndpoint, totalCountAndTag } from './endpoint.ts';
import { digits, INTEGER_MAX } from './primitives.ts';
import { ReportInput, ScamCategory } from './report-input.ts';

export const reportListTexts = {
  alreadyListed: (reported: string, typed = reported) =>
    typed.toLowerCase() === reported.toLowerCase()
      ? `@${reported} is already on the Naughty List.`
      : `@${typed} is already on the Naughty List, reported as @${reported}.`,
  postRemoved:
    "A payment took this post off the list, so it can't be reported again. For something new, link to a different post.",
  emptySearch: 'Please enter something to search for.',
  invalidLimit: (max: number) => `limit must be a whole number from 1 to ${max}.`,
  invalidOffset: 'offset must be a whole number, 0 or more.',
  offsetTooLarge: `offset must be a whole number from 0 to ${REPORT_OFFSET_MAX}; use before to go further.`,
  invalidBefore: 'before must be the id of an entry.',
  heldAsCleared:
    'Thank you for helping make Web3 safer. A moderator recently cleared this account, so Santa will read this report before it goes on the Naughty List.',
  heldAsChanged:
    'Thank you for helping make Web3 safer. This handle has changed hands, so Santa will read this report before it goes on the Naughty List.',
  held: 'Thank you for helping make Web3 safer. Many reports are coming in, so Santa will check this one before it goes on the Naughty List.',
  tooManyHeld:
    'Many entries from your network are waiting to be checked. Please send yours through another connection, such as mobile data, or try again tomorrow.',
} as const;

/** The statuses of a reviewed case; without one, it is unreviewed. */
export const reviewedStatuses = ['corroborated', 'disputed', 'compromised', 'cleared'] as const;

/** What X called an account later, and since when that was seen; `isCurrent`: it calls itself so now. */
export const Alias = z.object({ username: z.string(), seenAt: z.iso.datetime(), isCurrent: z.boolean() });
export type Alias = z.infer<typeof Alias>;

/**
 * A scammer report as the public sees it. Times are ISO 8601, UTC. `profileImageVersion` is set once an admin has
 * refreshed the profile image, and increases each time: it is part of the image's URL. `reportCount` counts
 * independent reporters of a corroborated case, and is 1 below 3. `caseStatus` is set once the case was reviewed, `alsoOnNiceList` in lists and searches when the username also has a nice report that a moderator has read.
 */
export const Report = z.object({
  id: z.number().int(),
  twitterUrl: z.string(),
  username: z.string(),
  tweetContent: z.string().nullable(),
  tweetDate: z.string().nullable(),
  scamCategory: ScamCategory,
  description: z.string(),
  evidenceUrls: z.array(z.string()),
  reportedAt: z.iso.datetime(),
  reportCount: z.number().int(),
  isRemoved: z.boolean(),
  uniqueBurnAddress: z.string(),
  profileImageVersion: z.number().int().optional(),
  /** Set until X has confirmed that the account wrote the post, or a moderator has reviewed the case. */
  postUnconfirmed: z.literal(true).optional(),
  caseStatus: z.enum(reviewedStatuses).optional(),
  alsoOnNiceList: z.boolean().optional(),
  /** In lists and searches: the first statement that a moderator has read, which comes before the report's own words. */
  readFirst: z.string().optional(),
  /** Of an account that was renamed, newest first. */
  aliases: z.array(Alias).optional(),
  /** When a moderator found that the username belongs to another account now. */
  handleChangedAt: z.iso.datetime().optional(),
});
export type Report = z.infer<typeof Report>;

/** The result of a submission. `held`, with a message, when the report awaits an admin and is not public yet. */
export const SubmittedReport = Report.extend({
  /** The key to its private page (`getOwnReport`). */
  reportCode: z.string().optional(),
  held: z.literal(true).optional(),
  message: z.string().optional(),
});
export type SubmittedReport = z.infer<typeof SubmittedReport>;

/** A page of at most this many entries, newest first. */
export const pageUpTo = (max: number) =>
  z.object({
    limit: digits({ min: 1, max, error: reportListTexts.invalidLimit(max) }).default(max),
    offset: digits({ min: 0, max: INTEGER_MAX, error: reportListTexts.invalidOffset }).default(0),
  });

export const ListQuery = pageUpTo(REPORT_PAGE_MAX);

/** The same of a public list: from an offset, or at any depth after the entry with the id `before`. */
export const PublicListQuery = ListQuery.extend({
  offset: digits({ min: 0, max: REPORT_OFFSET_MAX, error: reportListTexts.offsetTooLarge }).default(0),
  before: digits({ min: 1, max: INTEGER_MAX, error: reportListTexts.invalidBefore }).optional(),
});

export const SearchQuery = z.object({ q: z.string().default('') });

/** Only the Naughty List has categories. */
const category = ScamCategory.optional();
export const ReportListQuery = PublicListQuery.extend({ category });
export const ReportSearchQuery = SearchQuery.extend({ category });

export const submitReport = defineEndpoint({
  method: 'POST',
  path: '/api/scammer-reports',
  summary: 'Report a scammer',
  access: 'public',
  body: ReportInput,
  answers: { 201: SubmittedReport },
  errors: [
    'username_already_listed',
    'post_already_removed',
    'post_already_reviewed',
    'idempotency_key_reused',
  ],
});

export const listReports = defineEndpoint({
  method: 'GET',
  path: '/api/scammer-reports',
  summary:
    'The Naughty List, newest first, without removed reports; all or one category; header X-Total-Count; ETag',
  access: 'public',
  query: ReportListQuery,
  answerHeaders: totalCountAndTag,
  answers: { 200: z.array(Report) },
});

export const searchReports = defineEndpoint({
  method: 'GET',
  path: '/api/scammer-reports/search',
  summary:
    'At most 100 reports, best match first: username before description; with a category, only those in it',
  access: 'public',
  query: ReportSearchQuery,
  answers: { 200: z.array(Report) },
  errors: ['empty_search'],
});

/** Any text that differs after every change of either list. */
export const getRegisterVersion = defineEndpoint({
  method: 'GET',
  path: '/internal/register-version',
  summary: 'The version of both lists, which tells the gateway when its responses are outdated',
  access: 'service',
  answers: { 200: z.object({ version: z.string() }) },
});
