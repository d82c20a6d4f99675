import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import type { ApiClient } from '@naughty-list/api-client/client';
import { removalTexts, removeByBurn, verifyBurn } from '@naughty-list/contracts/removal';
import { COUNTED, followInstead, type Verification } from '@naughty-list/contracts/verifications';
import { errorText } from '../../lib/error-text.ts';
import { follow } from '../../lib/follow-verification.ts';
import { heldProof } from '../../lib/payment-proof/held-proofs.ts';
import { type ProofRefusal, proofFault, proofRefusal } from '../../lib/payment-proof/proof-refusal.ts';
import { withRetries } from '../../lib/retry.ts';
import { laterStage } from '../../lib/stages.ts';
import { type Removal, removalPayment } from './removal.ts';

/** Result of a removal. */
export type RemovalEnd =
  | ({ outcome: 'removed' } & Amounts)
  /** It counts, and more is missing. */
  | { outcome: 'part' }
  | { outcome: 'unproven'; proof: ProofRefusal }
  | { outcome: 'failed'; title: string; message: string };

/** In tokens; null if unknown. */
export type Amounts = Pick<Removal, 'amountBurned' | 'amountSent'>;

export type RemovalContext = {
  api: ApiClient;
  signal: AbortSignal;
  /** Persists progress for a reload. */
  keep: (changes: Partial<Removal>) => void;
};

/** Fallback for an error without a message (specification, section 8). */
const UNKNOWN_ERROR = 'An error occurred during verification.';

/** How long the network may take to show a transaction: a pasted one, and one just sent. */
const PASTED_HASH_MS = 20_000;
const OWN_TRANSACTION_MS = 150_000;

/**
 * Runs a removal from its stored phase to its end: preview, claim, follow. Every step is idempotent. Rejects only when
 * the signal aborts.
 */
export async function runRemoval(removal: Removal, context: RemovalContext): Promise<RemovalEnd> {
  try {
    if (removal.phase === 'following' && removal.verificationId) return await followClaim(removal, context);
    return removal.phase === 'claiming' ? await claim(removal, context) : await preview(removal, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    return { outcome: 'failed', title: 'Error', message: errorText(error, UNKNOWN_ERROR) };
  }
}

async function preview(removal: Removal, context: RemovalContext): Promise<RemovalEnd> {
  const body = { txHash: removal.hash.trim(), reportId: removal.reportId, ...intentOf(removal) };
  const answer = await withRetries(
    () => context.api.call(verifyBurn, { body }, { signal: context.signal, headers: followInstead }),
    retrying(context),
  );
  if (!answer.success && !answer.pending) return refused(answer.error, answer);
  let known: Partial<Removal> = answer.success
    ? { stage: 'finalised', ...amountsOf(answer) }
    : { stage: 'received' };
  if (!answer.success && answer.verificationId) {
    const timeoutMs = removal.byWallet ? OWN_TRANSACTION_MS : PASTED_HASH_MS;
    const seen = await waitUntilFound(answer.verificationId, context, timeoutMs);
    if (!seen) return refused(removalTexts.notFound);
    if (seen.outcome === 'rejected') return rejected(seen);
    known = { stage: 'found', ...amountsOf(seen) };
  }
  // Once found, claim it so that the server stores it; the claim waits for finality.
  context.keep({ ...known, phase: 'claiming' });
  return claim({ ...removal, ...known }, context);
}

/** Follows a preview until the transaction is found or refused; undefined if the network does not show it in time. */
async function waitUntilFound(
  id: string,
  context: RemovalContext,
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

async function claim(removal: Removal, context: RemovalContext): Promise<RemovalEnd> {
  const proof = heldProof(removalPayment(removal.reportId));
  const body = { txHash: removal.hash.trim(), ...(proof ? { proof } : {}), ...intentOf(removal) };
  const input = { params: { id: removal.reportId }, body };
  try {
    const answer = await withRetries(
      () => context.api.call(removeByBurn, input, { signal: context.signal, headers: followInstead }),
      retrying(context),
    );
    if (answer.success) return { outcome: 'removed', ...amountsOf(removal) };
    if (answer.message === removalTexts.partArrived) return { outcome: 'part' };
    if (!answer.verificationId) return refused(answer.message);
    context.keep({ phase: 'following', verificationId: answer.verificationId });
    return await followClaim({ ...removal, verificationId: answer.verificationId }, context);
  } catch (error) {
    if (!(error instanceof ApiCallError)) throw error;
    const unproven = proofFault(error, removal.proof);
    if (unproven) return { outcome: 'unproven', proof: unproven };
    return { outcome: 'failed', title: 'Error', message: `${removalTexts.failedToRemove}. ${error.message}` };
  }
}

async function followClaim(removal: Removal, context: RemovalContext): Promise<RemovalEnd> {
  let { stage } = removal;
  const end = await follow(removal.verificationId ?? '', {
    ...retrying(context),
    api: context.api,
    onNews: (news) => {
      stage = laterStage(stage, news.stage);
      context.keep({ stage });
    },
  });
  if (end.outcome === 'rejected') return rejected(end);
  if (end.code === COUNTED) return { outcome: 'part' };
  return { outcome: 'removed', ...amountsOf(end.amountBurned === null ? removal : end) };
}

const amountsOf = ({ amountBurned, amountSent }: Amounts): Amounts => ({ amountBurned, amountSent });

const intentOf = ({ intent }: Removal) => (intent === undefined ? {} : { intent });

const rejected = ({ code, payers, message }: Verification) => refused(message, { reason: code, payers });

function refused(
  message: string | null | undefined,
  why: { reason?: unknown; payers?: unknown } = {},
): RemovalEnd {
  const proof = proofRefusal({ ...why, message });
  if (proof) return { outcome: 'unproven', proof };
  return { outcome: 'failed', title: 'Verification Failed', message: message || removalTexts.unableToVerify };
}

function retrying({ signal, keep }: RemovalContext) {
  return { signal, onWaiting: (waiting: Removal['waiting']) => keep({ waiting }) };
}
