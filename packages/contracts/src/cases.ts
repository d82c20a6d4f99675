import { z } from 'zod';
import { STATEMENT_PAGE_MAX } from './case-texts.ts';
import { caseRules } from './decision-texts.ts';
import { defineEndpoint } from './endpoint.ts';
import { KeptPost } from './kept-posts.ts';
import { LossTotal, ProvenLoss } from './losses.ts';
import { digits, INTEGER_MAX } from './primitives.ts';
import { StatementInput, Username } from './report-input.ts';
import { Report, reviewedStatuses } from './reports.ts';
import { Trace } from './traces.ts';

export const caseStatuses = ['unreviewed', ...reviewedStatuses] as const;
export const CaseStatus = z.enum(caseStatuses);
export type CaseStatus = z.infer<typeof CaseStatus>;

export type CaseRule = keyof typeof caseRules;
export const CaseRule = z.enum(Object.keys(caseRules) as [CaseRule, ...CaseRule[]]);

/** How many independent entries `independent_statements` needs. */
export const INDEPENDENT_MIN = 2;

/** The rules that corroborate a case on its own evidence; others restore that status. */
export const corroboratingRules: readonly CaseRule[] = [
  'independent_statements',
  'evidence_alone',
  'new_evidence',
];

/** The rules that lead to each status. Only `new_evidence` reopens a cleared case. */
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
  /** What the chain says about the transaction that `twitterUrl` links to then. */
  loss: ProvenLoss.optional(),
  /** Set until X has confirmed that the account wrote the post. */
  postUnconfirmed: z.literal(true).optional(),
  /** Set once a moderator has read it: such statements come before the report, others after it. */
  reviewed: z.literal(true).optional(),
  /** As of a case: what its deleted post said. */
  keptPost: KeptPost.optional(),
});
export type Statement = z.infer<typeof Statement>;

/**
 * A listed case that names a trace. `isReportAlone`: the case is reviewed, but of its statements that a moderator has read, none
 * names it.
 */
export const NamingCase = z.object({
  number: z.number().int(),
  username: z.string(),
  status: CaseStatus,
  reportedAt: z.iso.datetime(),
  handleChangedAt: z.iso.datetime().nullish(),
  isReportAlone: z.boolean().optional(),
});
export type NamingCase = z.infer<typeof NamingCase>;

/** The account's public reply; `proven` if a post has proven control of the account. */
export const Reply = z.object({ body: z.string(), at: z.iso.datetime(), proven: z.boolean() });

/**
 * A case: the report, the first statements, the status with its history (newest first), and the account's reply. `number` is the
 * number of the report.
 */
export const Case = z.object({
  number: z.number().int(),
  username: z.string(),
  status: CaseStatus,
  statusSince: z.iso.datetime(),
  report: Report,
  statements: z.array(Statement),
  /** Sums of the losses that transactions prove, once a moderator has corroborated the case, by SOL or token. */
  losses: z.array(LossTotal),
  changes: z.array(CaseChange),
  reply: Reply.nullable(),
  /** Set while an appeal is open; `dueAt` is the deadline of a proven one. */
  appeal: z.object({ proven: z.boolean(), dueAt: z.iso.datetime().nullable() }).nullable(),
  /** What the post said, if it was kept and has since been deleted. */
  keptPost: KeptPost.optional(),
  /** Since when X no longer shows the post. */
  goneSince: z.iso.datetime().nullable(),
  /** What the report and the published statements name besides the account. */
  traces: z.array(Trace),
  /** Other listed cases that name one of these traces. */
  sharing: z.array(NamingCase.extend({ trace: Trace })),
  /**
   * Other listed cases whose account has or had a name of this one. `isFirst`: look-ups of the name answer with it, because X shows
   * its account under that name.
   */
  sameName: z.array(NamingCase.extend({ isFirst: z.boolean() })).optional(),
  /** When another report about the account was cleared, while its own page would still be shown. */
  otherCleared: z.iso.datetime().optional(),
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
  errors: ['removed_by_burn'],
});

/** Needs no account: any feed reader follows it. */
export const getCaseFeed = defineEndpoint({
  method: 'GET',
  path: '/feeds/cases/:username/atom.xml',
  summary:
    'What happens in a case, newest first, as an Atom feed; 404 without one, 410 after a removal by a burn',
  access: 'public',
  params: CaseParams,
  answers: { 200: z.string() },
  errors: ['removed_by_burn'],
});

export const listStatements = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:username/statements',
  summary: `The statements of a case: first those that a moderator has read, then those independent of each other, otherwise oldest first; ${STATEMENT_PAGE_MAX} at a time, after the one named`,
  access: 'public',
  params: CaseParams,
  query: z.object({
    after: digits({ min: 0, max: INTEGER_MAX, error: 'after must be the id of a statement.' }).default(0),
  }),
  answers: { 200: z.array(Statement) },
  errors: ['removed_by_burn'],
});

/** `held`, with a message, while it awaits a moderator. */
export const SubmittedStatement = Statement.extend({
  /** The key to its private page (`getOwnReport`). */
  reportCode: z.string().optional(),
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
    'not_found',
    'removed_by_burn',
    'post_already_stated',
    'post_already_reviewed',
    'post_already_removed',
    'idempotency_key_reused',
  ],
});
