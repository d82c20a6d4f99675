import { ApiCallError, errorText } from '@naughty-list/api-client/client';
import { removalTexts, removeByBurn, verifyBurn } from '@naughty-list/contracts/removal';
import { followInstead, type Verification } from '@naughty-list/contracts/verifications';
import { api } from '../../../lib/api.ts';
import { follow, withRetries } from '../../../lib/retry.ts';
import { type Payment, reportOf } from '../payments.ts';
import {
  amountsOf,
  type Context,
  endOfRefusal,
  endOfRejection,
  ignoreMissing,
  type PaymentEnd,
  type PaymentKind,
  retrying,
  verificationOf,
} from '../run.ts';
import { markPaid } from './outcome.ts';

/** Fallback for an error without a message (specification, section 8). */
const UNKNOWN_ERROR = 'An error occurred during verification.';

/** How long to wait for the network to show a transaction: a pasted one, and one just sent from here. */
const PASTED_HASH_MS = 20_000;
const OWN_TRANSACTION_MS = 150_000;

export const removalPayment: PaymentKind = {
  preview,
  async claim(payment, proof, options) {
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
  onDone: ({ key, verificationId }, { outcome: _, ...amounts }, queryClient) =>
    markPaid(key, { ...amounts, verificationId }, queryClient),
};

/** Starts a preview and follows it until the transaction is found or refused. */
async function preview(payment: Payment, context: Context): Promise<PaymentEnd | Partial<Payment>> {
  const { signal } = context;
  const body = { ...intentOf(payment), txHash: payment.hash.trim(), reportId: reportOf(payment) };
  const answer = await withRetries(
    () => api.call(verifyBurn, { body }, { signal, headers: followInstead }),
    retrying(context),
  );
  if (answer.success) return { stage: 'finalised', ...amountsOf(answer) };
  if (!answer.pending) return endOfRefusal({ ...answer, message: answer.error });
  if (!answer.verificationId) return { stage: 'received' };
  const timeoutMs = payment.byWallet ? OWN_TRANSACTION_MS : PASTED_HASH_MS;
  const seen = await waitUntilFound(answer.verificationId, context, timeoutMs);
  // The providers may just be behind. Claim it: the claim waits until they can rule it out, and the page asks for no other payment.
  if (payment.byWallet && (!seen || isUnknown(seen))) return { stage: 'received' };
  if (!seen) return endOfRefusal({ message: removalTexts.notFound });
  return seen.outcome === 'rejected' ? endOfRejection(seen) : { stage: 'found', ...amountsOf(seen) };
}

const isUnknown = ({ outcome, code }: Verification) => outcome === 'rejected' && code === 'not_found';

/** Resolves when the network shows the transaction; to undefined if it does not in time. */
async function waitUntilFound(
  id: string,
  context: Context,
  timeoutMs: number,
): Promise<Verification | undefined> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  const signal = AbortSignal.any([context.signal, stop.signal]);
  let found: Verification | undefined;
  const onChange = (verification: Verification) => {
    if (verification.stage === 'received') return;
    found = verification;
    // A verdict may follow at once: then go on until `follow` returns it, because a refusal needs no claim.
    if (verification.outcome === 'pending') stop.abort();
  };
  try {
    return await follow(verificationOf(id), { ...retrying(context), signal, onChange }).catch(ignoreMissing);
  } catch (error) {
    if (context.signal.aborted || !stop.signal.aborted) throw error;
    return found;
  } finally {
    clearTimeout(timer);
  }
}

const intentOf = ({ intent }: Payment) => (intent === undefined ? {} : { intent });
