import { z } from 'zod';
import { AdminReport } from './admin-reports.ts';
import { Appeal, AppealDecision, AppealText } from './appeals.ts';
import { CaseChange, CaseRule, CaseStatus } from './cases.ts';
import { defineEndpoint } from './endpoint.ts';
import { SerialId } from './primitives.ts';
import { printableText, URL_MAX_LENGTH } from './report-input.ts';

export const REVIEW_PAGE_MAX = 100;
/** The most statements of a case shown to moderators: first those that wait, then the newest. */
export const REVIEWED_STATEMENTS_MAX = 100;
/** Days after which an item without its own deadline is overdue. */
export const REVIEW_DAYS = 7;

export const reviewTexts = {
  unknownCase: 'There is no such case.',
  unknownStatement: 'There is no such statement.',
  decidedMeanwhile: 'Another moderator has already decided this. You now see the current version.',
  notYours: 'Only your own decision can be undone, while nothing else has changed.',
} as const;

/**
 * An item that waits for a moderator. `dueAt` is the deadline of an appeal, otherwise seven days after the item was
 * made.
 */
export const ReviewItem = z.object({
  kind: z.enum(['report', 'statement', 'appeal', 'proof', 'reply']),
  id: z.number().int(),
  caseNumber: z.number().int(),
  username: z.string(),
  since: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  summary: z.string(),
});
export type ReviewItem = z.infer<typeof ReviewItem>;

const statementStates = ['held', 'published', 'rejected'] as const;

/** How independent the reporters of a case are. For display; decides nothing. */
export const Independence = z.object({
  statements: z.number().int(),
  reporters: z.number().int(),
  networks: z.number().int(),
  posts: z.number().int(),
  similarTexts: z.number().int(),
  independent: z.number().int(),
});
export type Independence = z.infer<typeof Independence>;

/**
 * A reporter's other contributions, of which `overturned` were found false; null if the reporter is no longer known.
 */
const Track = z.object({ others: z.number().int(), overturned: z.number().int() }).nullable();

/** A statement as moderators see it. */
export const ReviewedStatement = z.object({
  id: z.number().int(),
  twitterUrl: z.string(),
  description: z.string(),
  madeAt: z.iso.datetime(),
  state: z.enum(statementStates),
  holdReason: z.string().nullable(),
  reporter: Track,
});
export type ReviewedStatement = z.infer<typeof ReviewedStatement>;

/** An appeal as moderators see it. */
export const ReviewedAppeal = Appeal.extend({
  id: z.number().int(),
  version: z.number().int(),
  decidedBy: z.string().nullable(),
});
export type ReviewedAppeal = z.infer<typeof ReviewedAppeal>;

/** Everything a moderator needs to decide a case. Each decision carries `version`; an outdated one is refused. */
export const ReviewedCase = z.object({
  version: z.number().int(),
  status: CaseStatus,
  report: AdminReport,
  state: z.enum(['held', 'listed', 'cleared', 'removed', 'deleted']),
  holdReason: z.string().nullable(),
  reporter: Track,
  statements: z.array(ReviewedStatement),
  statementCount: z.number().int(),
  independence: Independence,
  appeals: z.array(ReviewedAppeal),
  reply: z
    .object({
      body: z.string(),
      contradicts: z.boolean(),
      published: z.boolean(),
      /** The same as a statement's. */
      holdReason: z.string().nullable(),
      at: z.iso.datetime(),
      proven: z.boolean(),
    })
    .nullable(),
  /** `appealId` is the appeal that caused the change. */
  changes: z.array(CaseChange.extend({ who: z.string(), appealId: z.number().int().nullable() })),
});
export type ReviewedCase = z.infer<typeof ReviewedCase>;

/** PostgreSQL has no year 0. */
const isStorable = (time: string) => time >= '0001';
const Day = z.iso.date().refine(isStorable);
const Period = z.object({ from: Day, to: Day });

const CaseParams = z.object({ id: SerialId });
const refusals = ['invalid_input', 'unauthorized', 'not_found', 'changed_meanwhile'] as const;
const Reasoned = z.object({
  rule: CaseRule,
  reason: printableText().pipe(
    z.string().trim().min(10, 'The reason must have at least 10 characters.').max(1000),
  ),
  version: z.number().int(),
});

export const listReview = defineEndpoint({
  method: 'GET',
  path: '/api/admin/review',
  summary: `What waits for a moderator, oldest deadline first, at most ${REVIEW_PAGE_MAX}`,
  access: 'moderator',
  answers: { 200: z.object({ items: z.array(ReviewItem), total: z.number().int() }) },
  errors: ['unauthorized'],
});

export const getReviewedCase = defineEndpoint({
  method: 'GET',
  path: '/api/admin/review/cases/:id',
  summary: 'Everything about a case',
  access: 'moderator',
  params: CaseParams,
  answers: { 200: ReviewedCase },
  errors: ['unauthorized', 'not_found'],
});

export const setCaseStatus = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/cases/:id/status',
  summary: 'Change the status of a case, with rule and reason',
  access: 'moderator',
  params: CaseParams,
  body: Reasoned.extend({
    status: CaseStatus,
    period: Period.optional(),
  }),
  answers: { 200: ReviewedCase },
  errors: [...refusals, 'other_moderator_needed'],
});

export const decideStatement = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/statements/:id',
  summary: 'Publish or reject a statement, even a published one; hold undoes a decision',
  access: 'moderator',
  params: CaseParams,
  body: z.object({
    decision: z.enum(['publish', 'reject', 'hold']),
    /** The state that the moderator saw; a decision on another state is refused. */
    seen: z.enum(statementStates).optional(),
    reason: printableText().pipe(z.string().trim().max(1000)).default(''),
  }),
  answers: { 200: ReviewedCase },
  errors: refusals,
});

export const decideHeldReport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/reports/:id',
  summary: 'Publish or reject a held report; hold undoes your own last decision',
  access: 'moderator',
  params: CaseParams,
  body: z.object({ decision: z.enum(['publish', 'reject', 'hold']) }),
  answers: { 200: ReviewedCase },
  errors: [...refusals, 'username_already_listed', 'post_already_removed', 'post_already_reviewed'],
});

export const writeToAccount = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/appeals/:id/messages',
  summary: 'Write to the account of an appeal',
  access: 'moderator',
  params: CaseParams,
  body: z.object({ text: AppealText }),
  answers: { 201: ReviewedCase },
  errors: refusals,
});

export const confirmAccount = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/appeals/:id/proof',
  summary: 'Confirm by hand that the appeal comes from the account itself',
  access: 'moderator',
  params: CaseParams,
  answers: { 200: ReviewedCase },
  errors: refusals,
});

/** `postUrl` is the post that the moderator checked; one sent meanwhile still waits. */
export const rejectPostProof = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/appeals/:id/proof/rejection',
  summary: 'Reject a post that proves nothing, and write to the account why; it may send another',
  access: 'moderator',
  params: CaseParams,
  body: z.object({ postUrl: printableText().pipe(z.string().max(URL_MAX_LENGTH)), text: AppealText }),
  answers: { 201: ReviewedCase },
  errors: refusals,
});

export const publishReply = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/cases/:id/reply',
  summary: 'Publish the reply of the account, or reject it',
  access: 'moderator',
  params: CaseParams,
  /** `at` is that of the reply that the moderator read; a decision on an outdated reply is refused. */
  body: z.object({ decision: z.enum(['publish', 'reject']), at: z.iso.datetime().refine(isStorable) }),
  answers: { 200: ReviewedCase },
  errors: refusals,
});

/** A granted appeal may change the status in the same transaction. */
export const decideAppeal = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/appeals/:id/decision',
  summary:
    'Decide an appeal, with rule and reason, and the status that follows; a second appeal needs another moderator',
  access: 'moderator',
  params: CaseParams,
  body: Reasoned.extend({
    decision: AppealDecision.exclude(['withdrawn']),
    status: CaseStatus.optional(),
    period: Period.optional(),
  }),
  answers: { 200: ReviewedCase },
  errors: [...refusals, 'other_moderator_needed'],
});
