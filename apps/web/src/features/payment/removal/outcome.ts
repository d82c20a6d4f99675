import { UNKNOWN_REPORT } from '@naughty-list/contracts/primitives';
import { removalTexts } from '@naughty-list/contracts/removal';
import type { QueryClient } from '@tanstack/react-query';
import { naughtyListQueries } from '../../../lib/list-queries.ts';
import { showToast } from '../../../lib/toasts.ts';
import { type Payment, type PaymentKey, updatePayment } from '../payments.ts';
import type { Amounts } from '../run.ts';

/** Keeps the removal as its payer's receipt, shows a toast and reloads the lists. */
export function markPaid(key: PaymentKey, paid: Amounts & Partial<Payment>, queryClient: QueryClient): void {
  const ended = { phase: 'paid', stage: 'received', waiting: undefined, failure: undefined } as const;
  updatePayment(key, { ...ended, ...paid });
  showToast({ title: 'Report Removed Successfully', description: silencedText(paid) });
  void naughtyListQueries.refresh(queryClient);
}

/** The result of a removal, as text. Only tokens that no key can move any more are called burned. */
export function silencedText({ amountBurned, amountSent }: Amounts): string {
  const burned = (amountBurned ?? 0) - (amountSent ?? 0);
  const shares = [
    burned && `${tokens(burned)} LIST tokens burned`,
    amountSent && `${tokens(amountSent)} LIST tokens sent to the project's wallet`,
  ].filter(Boolean);
  return shares.length === 0 ? 'Santa has been silenced!' : `Santa has been silenced! ${shares.join(', ')}.`;
}

const tokens = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 9 });

/** Advice after a failure, matching the message. */
export function nextStep(message: string, facts: { cost: string; reference: string }): string {
  if (message.includes(removalTexts.invalidHash))
    return 'Copy the whole transaction hash from your wallet or the explorer, where it may be called the signature: 64 to 88 letters and digits, nothing else.';
  if (message.includes(removalTexts.notFound))
    return 'Your hash is kept. Wait a minute, make sure the transaction was sent on the right Solana network, and press the button again.';
  if (message.includes(removalTexts.alreadyUsed))
    return `“Your payments” shows what it paid for, once the wallet that paid has signed there. If that wallet isn't yours, pay for this removal with the memo ${facts.reference}, and paste the new hash.`;
  if (message.includes(removalTexts.partElsewhere))
    return 'Nothing is lost: the browser you started in shows how much is missing.';
  if (message.includes(removalTexts.alreadyRemoved))
    return `The entry is already off the list; refresh it to see. If someone else paid first, a payment with the memo ${facts.reference} will soon appear as a credit in “Your payments.”`;
  if (message.includes(UNKNOWN_REPORT))
    return `The report came off the list in the meantime. Don't pay again: a payment with the memo ${facts.reference} is found within minutes, even without this page.`;
  return `Check that the transaction succeeded, paid ${facts.cost} LIST, and carries the memo ${facts.reference}. Then try again, or paste another hash.`;
}
