import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { digits, INTEGER_MAX } from './primitives.ts';
import { PostInput, Username } from './report-input.ts';
import { Report, reviewedStatuses } from './reports.ts';

export const caseStatuses = ['unreviewed', ...reviewedStatuses] as const;
export const CaseStatus = z.enum(caseStatuses);
export type CaseStatus = z.infer<typeof CaseStatus>;

export const STATEMENT_PAGE_MAX = 20;
/** Statements of a case that are published at once within 24 hours; further ones are held. */
export const STATEMENTS_PER_DAY = 5;
/** Days for which a cleared case is shown. */
export const CLEARED_DAYS = 30;

export const caseTexts = {
  status: {
    unreviewed: 'Reported, not reviewed',
    corroborated: 'Corroborated',
    disputed: 'Disputed by the account',
    compromised: 'Account was compromised',
    cleared: 'Cleared',
  } satisfies Record<CaseStatus, string>,
  none: 'No report on file. That is not a clean record.',
  burned: 'This entry was removed by a burn.',
  postStated: 'This post is part of the case already. Add a statement with a post of its own.',
  changedMeanwhile: 'Another moderator changed this case meanwhile. It is shown as it is now.',
  listedAgain: (username: string) =>
    `@${username} has a newer report, which is listed. Look at its case instead.`,
  ruleUnsuitable: 'This rule does not lead to this status.',
  needsNewEvidence: 'A cleared case is reopened only for new evidence.',
  periodRequired: 'Name the first and the last day on which the account was compromised.',
  postReviewed: 'This post was reviewed and its case cleared. Report something new with a link to its post.',
  notListed: 'This account is not on the Naughty List. Report it instead.',
  statementHeld: 'Thank you. A moderator checks your statement before it is shown.',
} as const;

/** The rules by which moderators decide, and the deadline. Public, and stored by code: append only. */
export const caseRules = {
  independent_statements: 'At least two independent statements describe the same conduct.',
  evidence_alone: 'The evidence stands without a second statement.',
  deadline_passed: 'An appeal was open for seven days without a decision.',
  reply_contradicts: 'The account replied and contradicts the report.',
  compromised_account: 'The account was controlled by someone else during the period stated.',
  not_the_account: 'The report is about another account or person.',
  report_false: 'The evidence does not support the report.',
  personal_data: 'The entry contained personal data that does not belong in it.',
  resolved: 'The matter was resolved between the account and the reporter.',
  appeal_unfounded: 'The appeal gives no ground to change the entry.',
  new_evidence: 'New evidence was presented after the decision.',
  status_withdrawn: 'The grounds for the previous status no longer hold.',
} as const;
export type CaseRule = keyof typeof caseRules;
export const CaseRule = z.enum(Object.keys(caseRules) as [CaseRule, ...CaseRule[]]);

/** The rules that lead to each status. A cleared case is reopened by `new_evidence` alone. */
export const rulesOfStatus: Record<CaseStatus, readonly CaseRule[]> = {
  unreviewed: ['status_withdrawn', 'appeal_unfounded', 'new_evidence'],
  corroborated: ['independent_statements', 'evidence_alone', 'appeal_unfounded', 'new_evidence'],
  disputed: ['deadline_passed', 'reply_contradicts', 'new_evidence'],
  compromised: ['compromised_account', 'new_evidence'],
  cleared: ['not_the_account', 'report_false', 'personal_data', 'resolved'],
};

/** A change of status, as the public sees it. The period is that of a compromised account, as dates. */
export const CaseChange = z.object({
  status: CaseStatus,
  rule: CaseRule,
  reason: z.string(),
  role: z.enum(['moderator', 'admin', 'deadline']),
  at: z.iso.datetime(),
  period: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
});
export type CaseChange = z.infer<typeof CaseChange>;

export const Statement = z.object({
  id: z.number().int(),
  twitterUrl: z.string(),
  description: z.string(),
  madeAt: z.iso.datetime(),
});
export type Statement = z.infer<typeof Statement>;

/** The public answer of the account; `proven` when control of the account was proven by a post. */
export const Reply = z.object({ body: z.string(), at: z.iso.datetime(), proven: z.boolean() });

/**
 * A case: the report, the oldest statements, the status with its history (newest first), and the account's reply. `number` is the
 * number of the report. `independent` counts reporters of the report and the published statements that are independent of each other.
 */
export const Case = z.object({
  number: z.number().int(),
  username: z.string(),
  status: CaseStatus,
  statusSince: z.iso.datetime(),
  report: Report,
  statements: z.array(Statement),
  statementCount: z.number().int(),
  independent: z.number().int(),
  changes: z.array(CaseChange),
  reply: Reply.nullable(),
  /** Whether an appeal waits for a decision, and until when one is due. */
  appeal: z.object({ dueAt: z.iso.datetime() }).nullable(),
});
export type Case = z.infer<typeof Case>;

const CaseParams = z.object({ username: Username });

export const getCase = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:username',
  summary: 'The case of an account; 404 without one, 410 after a removal by a burn',
  access: 'public',
  params: CaseParams,
  answers: { 200: Case },
  errors: ['not_found', 'removed_by_burn'],
});

export const listStatements = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:username/statements',
  summary: `The statements of a case, oldest first, ${STATEMENT_PAGE_MAX} at a time, after the one named`,
  access: 'public',
  params: CaseParams,
  query: z.object({
    after: digits({ min: 0, max: INTEGER_MAX, error: 'after must be the id of a statement.' }).default(0),
  }),
  answers: { 200: z.array(Statement) },
  errors: ['invalid_input', 'not_found', 'removed_by_burn'],
});

/** As a report, without a category: the account is the one of the case. */
export const StatementInput = PostInput;

/** `held`, with a message, while it waits for a moderator. */
export const SubmittedStatement = Statement.extend({
  held: z.literal(true).optional(),
  message: z.string().optional(),
});
export type SubmittedStatement = z.infer<typeof SubmittedStatement>;

export const submitStatement = defineEndpoint({
  method: 'POST',
  path: '/api/statements',
  summary: 'Add a statement to the case of a listed account',
  access: 'public',
  body: StatementInput,
  answers: { 201: SubmittedStatement },
  errors: [
    'invalid_input',
    'not_found',
    'removed_by_burn',
    'post_already_stated',
    'post_already_reviewed',
    'post_already_removed',
    'idempotency_key_reused',
    'too_many_requests',
  ],
});
