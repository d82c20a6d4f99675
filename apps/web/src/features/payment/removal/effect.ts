import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { removalTexts, removeByBurn, verifyBurn } from '@naughty-list/contracts/removal';
import { followInstead, type Verification } from '@naughty-list/contracts/verifications';
import type { QueryClient } from '@tanstack/react-query';
import { errorText } from '../../../lib/error-text.ts';
import { follow } from '../../../lib/follow-verification.ts';
import { refreshReports } from '../../../lib/reports.ts';
import { withRetries } from '../../../lib/retry.ts';
import { showToast } from '../../../lib/toasts.ts';
import { type Payment, type PaymentKey, reportOf, updatePayment } from '../payments.ts';
import {
  type Amounts,
  amountsOf,
  type Context,
  type Effect,
  type PaymentEnd,
  refused,
  rejected,
  retrying,
} from '../run.ts';

/** Fallback for an error without a message (specification, section 8). */
const UNKNOWN_ERROR = 'An error occurred during verification.';

/** How long the network may take to show a transaction: a pasted one, and one just sent. */
const PASTED_HASH_MS = 20_000;
const OWN_TRANSACTION_MS = 150_000;

export const removalEffect: Effect = {
  look,
  async claim(payment, proof, { api, options }) {
    const body = { ...intentOf(payment), txHash: payment.hash.trim(), ...(proof && { proof }) };
    const answer = await api.call(removeByBurn, { params: { id: reportOf(payment) }, body }, options);
    const { success, message, verificationId } = answer;
    if (success) return { outcome: 'done' };
    if (message === removalTexts.partArrived) return { outcome: 'part' };
    return verificationId ? { outcome: 'pending', verificationId } : { outcome: 'refused', message };
  },
  endsWithClaim: true,
  textOf(failure) {
    if (failure.outcome === 'refused')
      return { title: 'Verification Failed', message: failure.message || removalTexts.unableToVerify };
    const { error, during } = failure;
    const isClaim = during === 'claiming' && error instanceof ApiCallError;
    const message = isClaim
      ? `${removalTexts.failedToRemove}. ${error.message}`
      : errorText(error, UNKNOWN_ERROR);
    return { title: 'Error', message };
  },
  partArrived: removalTexts.partArrived,
  toShow: () => ({}),
  onFailure: ({ key, username, hash }, failure) => updatePayment(key, { username, hash, failure }),
  onDone: ({ key, verificationId }, { outcome: _, ...amounts }, queryClient) =>
    becomePaid(key, { ...amounts, verificationId }, queryClient),
};

/** Follows a preview until the transaction is found or refused. */
async function look(payment: Payment, context: Context): Promise<PaymentEnd | Partial<Payment>> {
  const { api, signal } = context;
  const body = { ...intentOf(payment), txHash: payment.hash.trim(), reportId: reportOf(payment) };
  const answer = await withRetries(
    () => api.call(verifyBurn, { body }, { signal, headers: followInstead }),
    retrying(context),
  );
  if (answer.success) return { stage: 'finalised', ...amountsOf(answer) };
  if (!answer.pending) return refused({ ...answer, message: answer.error });
  if (!answer.verificationId) return { stage: 'received' };
  const timeoutMs = payment.byWallet ? OWN_TRANSACTION_MS : PASTED_HASH_MS;
  const seen = await waitUntilFound(answer.verificationId, context, timeoutMs);
  if (!seen) return refused({ message: removalTexts.notFound });
  return seen.outcome === 'rejected' ? rejected(seen) : { stage: 'found', ...amountsOf(seen) };
}

/** Undefined if the network does not show it in time. */
async function waitUntilFound(
  id: string,
  context: Context,
  timeoutMs: number,
): Promise<Verification | undefined> {
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), timeoutMs);
  const signal = AbortSignal.any([context.signal, enough.signal]);
  let found: Verification | undefined;
  const onNews = (news: Verification) => {
    if (news.stage === 'received') return;
    found = news;
    // Both events may arrive together if the verdict follows at once; a refusal needs no claim.
    if (news.outcome === 'pending') enough.abort();
  };
  try {
    return await follow(id, { ...retrying(context), api: context.api, signal, onNews });
  } catch (error) {
    if (context.signal.aborted || !enough.signal.aborted) throw error;
    return found;
  } finally {
    clearTimeout(timer);
  }
}

const intentOf = ({ intent }: Payment) => (intent === undefined ? {} : { intent });

/** Keeps the removal as the payer's receipt. */
export function becomePaid(
  key: PaymentKey,
  paid: Amounts & Partial<Payment>,
  queryClient: QueryClient,
): void {
  const ended = { phase: 'paid', stage: 'received', waiting: undefined, failure: undefined } as const;
  updatePayment(key, { ...ended, ...paid });
  showToast({ title: 'Report Removed Successfully', description: silencedText(paid) });
  void refreshReports(queryClient);
}

/** What a removal's payment came to; says "burned" only of what no key can move any more. */
export function silencedText({ amountBurned, amountSent }: Amounts): string {
  const burned = (amountBurned ?? 0) - (amountSent ?? 0);
  const shares = [
    burned && `${tokens(burned)} LIST tokens burned`,
    amountSent && `${tokens(amountSent)} LIST tokens sent to the project’s wallet`,
  ].filter(Boolean);
  return shares.length === 0 ? 'Santa has been silenced!' : `Santa has been silenced! ${shares.join(', ')}.`;
}

const tokens = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 9 });

/** Advice after a failure, matching the message. */
export function nextStep(message: string, facts: { cost: string; reference: string }): string {
  if (message.includes(removalTexts.invalidHash))
    return 'Copy the whole transaction signature from your wallet or the explorer: 64 to 88 letters and digits, nothing else.';
  if (message.includes(removalTexts.notFound))
    return 'Your hash is kept. Give the network a minute, make sure the transaction went to the right cluster, and press the button again.';
  if (message.includes(removalTexts.alreadyUsed))
    return `Pay again for this report, with ${facts.reference} as the memo, and paste the new hash.`;
  if (message.includes(removalTexts.alreadyRemoved))
    return 'Nothing left to do here: refresh the list, and the entry is gone.';
  return `Check that the transaction succeeded, paid ${facts.cost} LIST, and carries the memo ${facts.reference}. Then try again, or paste another hash.`;
}
