import type { AppealDecision } from '@naughty-list/contracts/appeals';
import {
  type CaseRule,
  type CaseStatus,
  INDEPENDENT_MIN,
  rulesOfStatus,
} from '@naughty-list/contracts/cases';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';

/** The facts that status rules depend on. Appeals count once the account has proven that they are its own. */
export type CaseFacts = {
  before: CaseStatus;
  /** How many of the report and published statements are independent of each other. */
  independent: number;
  /** Changes of the status, and whether it was corroborated at any time. */
  changes: number;
  wasCorroborated: boolean;
  /** Open proven appeals, and those of them whose deadline has passed. */
  open: number;
  overdue: number;
  /** Whether a published reply of the proven account contradicts the report. */
  isContradicted: boolean;
  /** Granted appeals, proven or not, and refused ones of the proven account: refusing a stranger is no public decision. */
  granted: number;
  refused: number;
  /** The latest date that it is anywhere. */
  today: string;
};

export type RuledStatus = {
  status: CaseStatus;
  rule: CaseRule;
  period?: { from: string; to: string } | undefined;
};

/** Why a status may not be set, and at which field; undefined if its rule holds. */
export type Refused = { field: 'rule' | 'period'; message: string } | undefined;

const ruleRefused = (message: string): Refused => ({ field: 'rule', message });

/** Checks that a rule leads to a status, and that the facts of the case satisfy the rule. */
export function refuseStatus({ status, rule: by, period }: RuledStatus, facts: CaseFacts): Refused {
  if (facts.before === 'cleared' && status !== 'cleared' && by !== 'new_evidence')
    return ruleRefused(decisionTexts.needsNewEvidence);
  if (!rulesOfStatus[status].includes(by)) return ruleRefused(decisionTexts.ruleUnsuitable);
  if (status === 'compromised' && !(period && period.from <= period.to && period.to <= facts.today))
    return { field: 'period', message: decisionTexts.periodRequired };
  const missing = missingFor(status, by, facts);
  return missing === undefined ? undefined : ruleRefused(missing);
}

const forTheAccount: readonly CaseRule[] = [...rulesOfStatus.cleared, 'compromised_account'];

/** Whether an appeal is refused by a rule that speaks for the account, or granted by one that speaks against it. */
export const contradicts = (decision: AppealDecision, by: CaseRule): boolean =>
  decision === 'refused' ? forTheAccount.includes(by) : decision === 'granted' && by === 'appeal_unfounded';

/** Why the facts do not satisfy the rule; undefined if they do. */
function missingFor(status: CaseStatus, by: CaseRule, facts: CaseFacts): string | undefined {
  const { independent, changes, open, overdue, granted, refused } = facts;
  switch (by) {
    case 'independent_statements':
      return independent < INDEPENDENT_MIN ? ruleNeeds.independent(INDEPENDENT_MIN, independent) : undefined;
    case 'deadline_passed':
      return overdue === 0 ? ruleNeeds.overdue(open) : undefined;
    case 'reply_contradicts':
      return facts.isContradicted ? undefined : ruleNeeds.reply;
    case 'appeal_unfounded':
      if (refused === 0) return ruleNeeds.refused;
      return status === 'corroborated' && !facts.wasCorroborated ? ruleNeeds.corroboratedBefore : undefined;
    case 'status_withdrawn':
      return facts.before === 'unreviewed' ? ruleNeeds.status : undefined;
    case 'new_evidence':
      if (changes + granted + refused === 0) return ruleNeeds.decision;
  }
  if (status === 'disputed') return open === 0 && !facts.isContradicted ? ruleNeeds.dispute : undefined;
  if (status === 'compromised') return granted === 0 ? ruleNeeds.granted : undefined;
  // The account that has appealed gets a decision with its reasons, not a silent change.
  if (status === 'cleared') return open > 0 && granted === 0 ? ruleNeeds.decided(open) : undefined;
  return undefined;
}

/** Why a rule does not hold, with the figures of the case. */
export const ruleNeeds = {
  independent: (needed: number, has: number) =>
    `“Corroborated” by independent statements needs ${needed} independent statements; this case has ${has}.`,
  overdue: (open: number) =>
    `“Disputed” after the deadline needs a proven appeal that has waited seven days; this case has ${open} open proven ${open === 1 ? 'appeal' : 'appeals'}, and none that has waited that long.`,
  reply:
    '“Disputed” by a reply needs a published reply by the proven account that contradicts the report; this case has none.',
  dispute:
    '“Disputed” needs an open appeal by the proven account, or a published reply by it that contradicts the report; this case has neither.',
  refused: 'This rule needs a refused appeal by the proven account; this case has none.',
  corroboratedBefore:
    'A refused appeal brings a case back to “Corroborated” only if it was corroborated before; this one was not.',
  status: 'This rule needs a status to withdraw; this case is not reviewed.',
  decision: 'New evidence needs an earlier decision; this case has none.',
  granted: '“Compromised” needs an appeal granted in full or in part; this case has none.',
  decided: (open: number) =>
    `“Cleared” needs a decision in the account's favor: ${open} proven ${open === 1 ? 'appeal waits' : 'appeals wait'}. Grant one, and set the status with it.`,
} as const;
