// Kept free of Zod, which pages load only with their forms.

export const STATEMENT_PAGE_MAX = 20;
/** Statements of a case published at once within 24 hours; further ones are held. */
export const STATEMENTS_PER_DAY = 5;
/** Days for which a cleared case is shown. */
export const CLEARED_DAYS = 30;

/** Display names of a case's statuses. */
export const statusTexts = {
  unreviewed: 'Reported, not reviewed',
  corroborated: 'Corroborated',
  disputed: 'Disputed by the account',
  compromised: 'Account was compromised',
  cleared: 'Cleared',
} as const;

export const caseTexts = {
  status: statusTexts,
  none: 'No report on file. That is not a clean record.',
  burned: 'This entry was removed by a burn.',
  postRequired: 'Please link to a post of the account, not to its profile.',
  postStated: 'This post is already part of the case. Add a statement with a post of its own.',
  changedMeanwhile: 'Another moderator has changed this case. You now see the current version.',
  listedAgain: (username: string) =>
    `@${username} has a newer report, which is listed. Look at its case instead.`,
  ruleUnsuitable: 'This rule does not lead to this status.',
  needsNewEvidence: 'A cleared case is reopened only for new evidence.',
  periodRequired: 'Enter the first and last day on which the account was compromised.',
  postReviewed: 'This post was reviewed and its case cleared. Report something new with a link to its post.',
  notListed: 'This account is not on the Naughty List. Report it instead.',
  reportHeld: 'Thank you. A moderator will check your report before it is published.',
  statementHeld: 'Thank you. A moderator will check your statement before it is published.',
} as const;

/** The rules by which moderators decide, and that of the deadline. Public and stored by code: append only. */
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
