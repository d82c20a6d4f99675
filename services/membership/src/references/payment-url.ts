import { membershipTexts } from '@naughty-list/contracts/membership';
import type { Reference } from './repository.ts';

/**
 * A Solana Pay transfer request (Solana Pay specification 1.0, "Transfer Request") for the fee to the burn wallet,
 * bound to the visitor by reference key and memo.
 */
export function paymentUrl({ burnAddress, feeTokens, mint, key, reference }: Reference): string {
  const query = Object.entries({
    amount: feeTokens,
    'spl-token': mint,
    reference: key,
    memo: reference,
    label: membershipTexts.paymentLabel,
    message: membershipTexts.paymentMessage,
  }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `solana:${burnAddress}?${query.join('&')}`;
}
