/** Display text of a verifier's rule; an unknown rule is returned as it is. */
export const ruleName = (rule: string, purpose: 'removal' | 'membership'): string =>
  rules[purpose === 'membership' ? `${rule}Member` : rule] ?? rules[rule] ?? rule;

const rules: Record<string, string> = {
  succeeded: 'The transaction succeeded',
  readable: 'Every relevant instruction could be read',
  paid: "LIST was burned, or sent to the project's wallet",
  paidBurned: 'LIST was burned',
  paidSent: "LIST was sent to the project's wallet",
  decimals: "The token's decimals are right",
  amount: 'The amount is sufficient',
  reference: 'The payment is meant for this report',
  referenceMember: 'The payment is meant for this membership',
  window: 'The payment was made within the time allowed',
};
