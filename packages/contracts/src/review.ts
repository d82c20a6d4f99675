import { z } from 'zod';
import { AdminReport } from './admin-reports.ts';
import { Appeal, AppealDecision, AppealText } from './appeals.ts';
import { CaseChange, CaseRule, CaseStatus } from './cases.ts';
import { defineEndpoint } from './endpoint.ts';
import { SerialId } from './primitives.ts';
import { printableText, URL_MAX_LENGTH, Username } from './report-input.ts';

export const REVIEW_PAGE_MAX = 100;
/** The most statements of a case shown to moderators: first those that wait, then the oldest and newest unread. */
export const REVIEWED_STATEMENTS_MAX = 100;
/** The most appeals of a case shown to moderators, and decided together: first open and proven ones, oldest first. */
export const REVIEWED_APPEALS_MAX = 100;
/** The most entries decided in one call. */
export const BULK_DECISION_MAX = 500;
/** Days after which an item without its own deadline is overdue. */
export const REVIEW_DAYS = 7;

export const reviewTexts = {
  unknownCase: 'There is no such case.',
  unknownStatement: 'There is no such statement.',
  unknownName: 'The case has no such name.',
  foreignReply: 'This reply is not from the account: it was put straight into the database. Reject it.',
  decidedMeanwhile: 'This has been decided or changed since you opened it. You now see the current version.',
  writtenSince: 'The appellant has written, or proven control of the account, since you loaded the list.',
  lossUnproven:
    "The chain hasn't confirmed this transaction yet. If it never does, the statement is rejected automatically.",
  unknownPage: 'This page of the list does not exist.',
  postStated: 'Another statement with this post is part of the case now.',
  groundsGone: 'Too few of the independent statements that corroborated it are still public.',
  tooFast: 'Too many decisions in one minute. Please take a moment for each.',
  secondWord: (made: number, more: number) =>
    `In the last 24 hours, you have made ${made} ${made === 1 ? 'decision' : 'decisions'} to change a case or take down an entry. This needs ${more} more than you may make alone: another moderator, or you if there is no other account, must allow them on the review desk.`,
  notYourself: 'Another moderator must allow this.',
  notYours: 'You can undo only your own decision, and only while nothing else has changed.',
} as const;

export const reviewKinds = ['report', 'statement', 'appeal', 'proof', 'reply', 'status'] as const;
const ReviewKind = z.enum(reviewKinds);

/**
 * An item of the review queue. One each for a case: its held statements, its proven appeals, its other appeals, the posts
 * to check that came with these, and (`status`) a corroboration that too few statements support now. `dueAt`: the
 * earliest deadline of its appeals, else seven days after it was added.
 */
export const ReviewItem = z.object({
  kind: ReviewKind,
  /** The first of `ids`: at most as many as the case shows; `count` is of all. */
  id: z.number().int(),
  ids: z.array(z.number().int()),
  count: z.number().int(),
  /** Whether the sender is proven to be the account. */
  proven: z.boolean(),
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
  /** Whether a moderator has read it since it is public. */
  isReviewed: z.boolean(),
  reporter: Track,
});
export type ReviewedStatement = z.infer<typeof ReviewedStatement>;

/** An appeal as moderators see it. */
export const ReviewedAppeal = Appeal.extend({
  id: z.number().int(),
  version: z.number().int(),
  decidedBy: z.string().nullable(),
  /** What proves the account, in the words of the moderator who confirmed it. */
  confirmation: z.string().nullable(),
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
const refusals = ['changed_meanwhile', 'second_word_needed'] as const;
/** Of a decision by staff, in their own words. */
export const Reason = printableText().pipe(
  z.string().trim().min(10, 'The reason must have at least 10 characters.').max(1000),
);
const Note = printableText().pipe(z.string().trim().max(1000));
const Reasoned = z.object({
  rule: CaseRule,
  reason: Reason,
  version: z.number().int(),
});

/** Common to decisions about one case; those that differ say how. */
const decision = {
  method: 'POST',
  access: 'moderator',
  params: CaseParams,
  answers: { 200: ReviewedCase },
  errors: refusals,
} as const;

export const listReview = defineEndpoint({
  method: 'GET',
  path: '/api/admin/review',
  summary: `Everything waiting for a moderator: what proven accounts wrote, then all else, those of networks with the fewest waiting first, oldest deadline first, at most ${REVIEW_PAGE_MAX} at a time`,
  access: 'moderator',
  query: z.object({
    kind: ReviewKind.optional(),
    /** The `next` of the page before. */
    after: z.string().max(200).optional(),
  }),
  answers: {
    200: z.object({
      items: z.array(ReviewItem),
      next: z.string().nullable(),
      /** The number of everything that waits, and by kind. */
      total: z.number().int(),
      waiting: z.record(ReviewKind, z.number().int()),
      /** When it was read. */
      at: z.iso.datetime(),
      /** Who has made so many consequential decisions within a day that another one must allow more. */
      needWord: z.array(z.object({ who: z.string(), decisions: z.number().int() })),
      /** How many accounts may review; 0 if unknown. */
      moderators: z.number().int(),
      /** Those who logged in lately. */
      active: z.array(z.string()).optional(),
    }),
  },
});

export const getReviewedCase = defineEndpoint({
  method: 'GET',
  path: '/api/admin/review/cases/:id',
  summary: 'Everything about a case',
  access: 'moderator',
  params: CaseParams,
  answers: { 200: ReviewedCase },
});

export const setCaseStatus = defineEndpoint({
  ...decision,
  path: '/api/admin/review/cases/:id/status',
  summary: 'Change the status of a case, with rule and reason',
  body: Reasoned.extend({
    status: CaseStatus,
    period: Period.optional(),
  }),
  errors: [...refusals, 'other_moderator_needed'],
});

export const markHandle = defineEndpoint({
  ...decision,
  path: '/api/admin/review/cases/:id/handle',
  summary:
    'Record that the reported username belongs to another account now, or take that back; or forget a later name that was not its own',
  body: z.union([
    z.object({ hasChanged: z.boolean(), version: z.number().int() }),
    z.object({ notItsName: Username, version: z.number().int() }),
  ]),
});

export const decideStatement = defineEndpoint({
  ...decision,
  path: '/api/admin/review/statements/:id',
  summary:
    'Publish or reject a statement; publishing a published one marks it as read, and hold undoes a decision',
  body: z.object({
    decision: z.enum(['publish', 'reject', 'hold']),
    /** The state that the moderator saw; a decision on another state is refused. */
    seen: z.enum(statementStates).optional(),
    reason: Note.default(''),
  }),
  errors: [...refusals, 'post_already_stated'],
});

export const decideHeldReport = defineEndpoint({
  ...decision,
  path: '/api/admin/review/reports/:id',
  summary: 'Publish or reject a held report; hold undoes your own last decision',
  body: z.object({ decision: z.enum(['publish', 'reject', 'hold']) }),
  errors: [...refusals, 'username_already_listed', 'post_already_removed', 'post_already_reviewed'],
});

export const writeToAccount = defineEndpoint({
  ...decision,
  path: '/api/admin/review/appeals/:id/messages',
  summary: 'Write to the appellant',
  body: z.object({ text: AppealText }),
  answers: { 201: ReviewedCase },
});

export const confirmAccount = defineEndpoint({
  ...decision,
  path: '/api/admin/review/appeals/:id/proof',
  summary: 'Confirm by hand that the appeal comes from the account itself, and say what proves it',
  body: z.object({ reason: Reason }),
});

/** `postUrl` is the post that the moderator checked; one sent meanwhile still waits. */
export const rejectPostProof = defineEndpoint({
  ...decision,
  path: '/api/admin/review/appeals/:id/proof/rejection',
  summary: 'Reject a post that proves nothing, with a message to the appellant, who may send another',
  body: z.object({ postUrl: printableText().pipe(z.string().max(URL_MAX_LENGTH)), text: AppealText }),
  answers: { 201: ReviewedCase },
});

export const publishReply = defineEndpoint({
  ...decision,
  path: '/api/admin/review/cases/:id/reply',
  summary: 'Publish the reply of the account, or reject it',
  /** `at` is that of the reply that the moderator read; a decision on an outdated reply is refused. */
  body: z.object({ decision: z.enum(['publish', 'reject']), at: z.iso.datetime().refine(isStorable) }),
});

/** A granted appeal may change the status in the same transaction. */
export const decideAppeal = defineEndpoint({
  ...decision,
  path: '/api/admin/review/appeals/:id/decision',
  summary:
    'Decide an appeal, with rule and reason, and the status that follows; a second appeal needs another moderator',
  body: Reasoned.extend({
    decision: AppealDecision.exclude(['withdrawn']),
    status: CaseStatus.optional(),
    period: Period.optional(),
  }),
  errors: [...refusals, 'other_moderator_needed'],
});

const Ids = z.array(SerialId).min(1).max(BULK_DECISION_MAX);

/** Alike decisions about many entries. A status is not changed: each case gets its own decision. */
export const TogetherInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('report'), ids: Ids, decision: z.enum(['publish', 'reject']) }),
  z.object({
    kind: z.literal('statement'),
    ids: Ids,
    decision: z.enum(['publish', 'reject']),
    reason: Note.default(''),
  }),
  z.object({
    kind: z.literal('appeal'),
    ids: Ids,
    decision: AppealDecision.exclude(['withdrawn']),
    rule: CaseRule,
    reason: Reason,
    /** When the moderator read the list: an appeal with a later letter or proof is left undecided. */
    readAt: z.iso.datetime().refine(isStorable),
  }),
]);
export type TogetherInput = z.infer<typeof TogetherInput>;

/** One operation of the audit log, which can be undone there. `operationId` is null if nothing was decided. */
export const DecidedTogether = z.object({
  operationId: z.uuid().nullable(),
  decided: z.array(z.number().int()),
  notDecided: z.array(z.object({ id: z.number().int(), message: z.string() })),
});
export type DecidedTogether = z.infer<typeof DecidedTogether>;

export const decideTogether = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/decisions',
  summary: `Make the same decision on up to ${BULK_DECISION_MAX} reports, statements or appeals, as one operation`,
  access: 'moderator',
  body: TogetherInput,
  answers: { 200: DecidedTogether },
});

/** An admin alone allows their own, which is logged. */
export const allowDecisions = defineEndpoint({
  method: 'POST',
  path: '/api/admin/review/allowances',
  summary: 'Allow another moderator further consequential decisions within a day',
  access: 'moderator',
  body: z.object({
    who: printableText().pipe(z.string().trim().min(1).max(200)),
    count: z.number().int().min(1).max(1_000),
  }),
  answers: { 200: z.object({ allowed: z.number().int() }) },
  errors: ['other_moderator_needed'],
});
