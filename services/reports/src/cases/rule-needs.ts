/** Why a rule does not hold, with the figures of the case. */
export const ruleNeeds = {
  independent: (needed: number, has: number) =>
    `Corroborated by independent statements needs ${needed} independent statements; this case has ${has}.`,
  overdue: (open: number) =>
    `Disputed after the deadline needs a proven appeal that has waited seven days; this case has ${open} open proven ${open === 1 ? 'appeal' : 'appeals'}, and none that has waited that long.`,
  reply:
    'Disputed by a reply needs a published reply of the proven account that contradicts the report; this case has none.',
  dispute: 'Disputed needs an open appeal or a published reply of the proven account; this case has neither.',
  refused: 'This rule needs a refused appeal; this case has none.',
  corroboratedBefore:
    'A refused appeal brings a case back to corroborated only if it was corroborated before; this one was not.',
  status: 'This rule needs a status to withdraw; this case is not reviewed.',
  decision: 'New evidence needs an earlier decision; this case has none.',
  granted: 'Compromised needs an appeal granted in full or in part; this case has none.',
  decided: (open: number) =>
    `Cleared needs a decision for the account: ${open} proven ${open === 1 ? 'appeal waits' : 'appeals wait'}. Grant one, and set the status with it.`,
} as const;
