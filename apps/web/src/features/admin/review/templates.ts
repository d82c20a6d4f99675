import { type AppealDecision, type AppealGrounds, personalDataRights } from '@naughty-list/contracts/appeals';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import { type CaseRule, type CaseStatus, rulesOfStatus } from '@naughty-list/contracts/cases';

/** Templates for the public reason, by rule. */
export const reasonTemplates: Record<CaseRule, string> = {
  independent_statements: 'Independent statements describe the same conduct.',
  evidence_alone: 'The linked post alone shows the reported conduct.',
  deadline_passed: 'An appeal was not decided within seven days.',
  reply_contradicts: "The account's reply contradicts the report. Both sides are shown.",
  compromised_account: 'The account was controlled by someone else when the reported posts were made.',
  not_the_account: 'The linked post is by another account, or about another person.',
  report_false: 'The linked post does not show what the report says.',
  personal_data: 'The entry contained personal data that is not needed to warn others.',
  resolved: 'The account and the reporter resolved the matter.',
  appeal_unfounded: "The appeal raises nothing the evidence doesn't already answer.",
  new_evidence: 'New evidence was presented after the earlier decision.',
  status_withdrawn: 'The grounds for the earlier status no longer hold.',
  decision_undone: 'An earlier decision was undone.',
};

/** Templates for the reason of rejecting a statement. */
export const rejectionTemplate = 'The linked post does not show what the statement says.';

export const messageTemplates = [
  {
    label: 'Ask for evidence',
    text: 'Thank you for writing to us. Please show us what is wrong: link to a post, or tell us what the linked post leaves out.',
  },
  {
    label: 'Ask for proof of the account',
    text: 'Please prove that you control the account: get a code on this page, post it, and send the link to the post.',
  },
  {
    label: 'Under review',
    text: "We've read your appeal and are looking at the evidence. You'll get a decision on this page before the deadline.",
  },
] as const;

/** Template for the reason of confirming an account by its post. */
export const proofTemplate = (postUrl: string) => `The account posted the code: ${postUrl}`;

/** Template for the message about a post that was rejected as proof. */
export const noProofTemplate =
  'The post does not show the code, or is not by this account. Please post the code as plain text from the account, and send the link to that post.';

/** Templates for answers to requests about personal data. */
export const rightsTemplates = Object.values(personalDataRights).map(({ label, answer }) => ({
  label,
  text: answer,
}));

/** Default status and rule of a granted appeal, by its grounds. */
const granted: Record<AppealGrounds, { status: CaseStatus; rule: CaseRule }> = {
  not_me: { status: 'cleared', rule: 'not_the_account' },
  false: { status: 'cleared', rule: 'report_false' },
  compromised: { status: 'compromised', rule: 'compromised_account' },
  personal_data: { status: 'cleared', rule: 'personal_data' },
  resolved: { status: 'cleared', rule: 'resolved' },
  other: { status: 'cleared', rule: 'report_false' },
};

type Outcome = Exclude<AppealDecision, 'withdrawn'>;

/** Defaults for deciding an appeal; an undefined status stays unchanged. */
export function appealDefaults(
  decision: Outcome,
  grounds: AppealGrounds,
): { status: CaseStatus | undefined; rule: CaseRule } {
  if (decision === 'refused') return { status: undefined, rule: 'appeal_unfounded' };
  if (decision === 'granted') return granted[grounds];
  return { status: undefined, rule: granted[grounds].rule };
}

/** The selectable rules: those that lead to the status, or all if it stays unchanged. */
export const rulesFor = (status: CaseStatus | undefined): readonly CaseRule[] =>
  status
    ? rulesOfStatus[status]
    : (Object.keys(reasonTemplates) as CaseRule[]).filter((rule) => rule !== 'decision_undone');

export const statusChoices = (Object.entries(caseTexts.status) as [CaseStatus, string][]).map(
  ([value, label]) => ({ value, label }),
);
