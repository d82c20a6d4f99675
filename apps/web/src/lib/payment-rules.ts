import { isPart } from '@naughty-list/contracts/receipt-texts';
import type { Receipt } from '@naughty-list/contracts/receipts';

/** Display text of a verifier's rule; an unknown rule is returned as it is. */
export const ruleName = (rule: string, purpose: 'removal' | 'membership'): string =>
  rules[purpose === 'membership' ? `${rule}Member` : rule] ?? rules[rule] ?? rule;

/** The rules that the payment of a receipt passed, as text. */
export function passedRules(receipt: Pick<Receipt, 'demand' | 'purpose' | 'verdict'>): string[] {
  const { verdict, purpose } = receipt;
  const paid = verdict.credited === '0' ? 'paidBurned' : verdict.burned === '0' ? 'paidSent' : 'paid';
  const exact: Record<string, string> = { paid, ...(isPart(receipt) && { amount: 'amountPart' }) };
  return verdict.rules.map((rule) => ruleName(exact[rule] ?? rule, purpose));
}

const rules: Record<string, string> = {
  succeeded: 'The transaction succeeded',
  readable: 'Every relevant instruction could be read',
  paid: "LIST was burned, or sent to the project's wallet",
  paidBurned: 'LIST was burned',
  paidSent: "LIST was sent to the project's wallet",
  decimals: "The token's decimals are right",
  amount: 'The amount is sufficient',
  amountPart: 'The amount is part of the price',
  reference: 'The payment is meant for this report',
  referenceMember: 'The payment is meant for this membership',
  window: 'The payment was made within the time allowed',
};
