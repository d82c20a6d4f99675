// Apart from `case-texts.ts`, so that the list does not load what only moderators and case pages say.

export const decisionTexts = {
  postStated: 'This post was already submitted for this case. Link to a different post.',
  changedMeanwhile: 'This case has changed since you opened it. You now see the current version.',
  listedAgain: (username: string) =>
    `@${username} has a newer report, which is listed. Look at its case instead.`,
  undone: 'An earlier decision was undone. The case is as it was before.',
  ruleUnsuitable: 'This rule does not lead to this status.',
  ruleContradicts: 'This rule contradicts the decision.',
  needsNewEvidence: 'A cleared case is reopened only for new evidence.',
  periodRequired: 'Enter the first and last day on which the account was compromised.',
  postReviewed:
    'This post was reviewed and its case cleared. To report something new, link to a different post.',
  notListed: 'This account is not on the Naughty List. Report it instead.',
  reportHeld: 'Thank you. A moderator will check your report before it is published.',
  statementHeld: 'Thank you. A moderator will check your statement before it is published.',
  postHeld:
    'Thank you. This post was already submitted for this case, so a moderator will check your statement before it is published. To have it published sooner, link to a different post or the transaction you paid with.',
} as const;

/** The rules by which moderators decide, and that of the deadline. Public and stored by code: append only. */
export const caseRules = {
  independent_statements: 'At least two independent statements describe the same conduct.',
  evidence_alone: 'The evidence is enough without a second statement.',
  deadline_passed: "The account's appeal was open for seven days without a decision.",
  reply_contradicts: "The account's reply contradicts the report.",
  compromised_account: 'The account was controlled by someone else during the period stated.',
  not_the_account: 'The report is about another account or person.',
  report_false: 'The evidence does not support the report.',
  personal_data: 'The entry contained personal data that does not belong in it.',
  resolved: 'The matter was resolved between the account and the reporter.',
  appeal_unfounded: 'The appeal gives no grounds to change the entry.',
  new_evidence: 'New evidence was presented after the decision.',
  status_withdrawn: 'The grounds for the previous status no longer hold.',
  decision_undone: 'A decision was undone, and the case has its earlier status again.',
} as const;
