import type { ApiClient } from '@naughty-list/api-client/client';
import { verifyTransaction } from '@naughty-list/contracts/membership';
import { COUNTED, followInstead } from '@naughty-list/contracts/verifications';
import { follow } from '../../lib/follow-verification.ts';
import { heldProof } from '../../lib/payment-proof/held-proofs.ts';
import { type ProofRefusal, proofFault, proofRefusal } from '../../lib/payment-proof/proof-refusal.ts';
import { FIRST_PAUSE_MS, longerPause, pause, withRetries } from '../../lib/retry.ts';
import { laterStage } from '../../lib/stages.ts';
import { MEMBERSHIP_PROOF, type PendingMembership } from './membership.ts';

/** `refused`: the server's message about the payment; `failed`: the error of the call. */
export type MembershipEnd =
  | { outcome: 'admitted'; link: string }
  /** It counts, and more is missing. */
  | { outcome: 'part' }
  | { outcome: 'unproven'; proof: ProofRefusal }
  | { outcome: 'refused' | 'failed'; message: string | undefined };

export type MembershipContext = {
  api: ApiClient;
  signal: AbortSignal;
  /** Persists progress for a reload. */
  keep: (changes: Partial<PendingMembership>) => void;
};

/**
 * Claims a payment and follows it to a chat link or a refusal. The claim is idempotent, so the run restarts after a
 * reload. Rejects only when the signal aborts.
 */
export async function runMembership(
  pending: PendingMembership,
  context: MembershipContext,
): Promise<MembershipEnd> {
  try {
    return await claimUntilDecided(pending, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    const proof = proofFault(error, pending.proof);
    if (proof) return { outcome: 'unproven', proof };
    return { outcome: 'failed', message: error instanceof Error ? error.message : undefined };
  }
}

async function claimUntilDecided(
  pending: PendingMembership,
  context: MembershipContext,
): Promise<MembershipEnd> {
  const { api, signal, keep } = context;
  const { hash: transactionHash, burnAddress } = pending;
  const proof = heldProof(MEMBERSHIP_PROOF);
  const body = { transactionHash, ...(burnAddress ? { burnAddress } : {}), ...(proof ? { proof } : {}) };
  const retrying = { signal, onWaiting: (waiting: PendingMembership['waiting']) => keep({ waiting }) };
  let { stage } = pending;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longerPause(pauseMs)) {
    const answer = await withRetries(
      () => api.call(verifyTransaction, { body }, { signal, headers: followInstead }),
      retrying,
    );
    if (answer.success && answer.telegramLink) return { outcome: 'admitted', link: answer.telegramLink };
    if (answer.reason === COUNTED) return { outcome: 'part' };
    if (!answer.pending) return refused(answer);
    if (answer.verificationId) {
      const end = await follow(answer.verificationId, {
        ...retrying,
        api,
        onNews: (news) => {
          stage = laterStage(stage, news.stage);
          keep({ stage });
        },
      });
      if (end.outcome === 'rejected') return refused({ ...end, reason: end.code });
      // Admitted: the same call returns the link as soon as the invite exists.
    }
    await pause(pauseMs, signal);
  }
}

type Refused = { reason?: string | null | undefined; payers?: unknown; message: string | null };

function refused({ reason, payers, message }: Refused): MembershipEnd {
  const proof = proofRefusal({ reason, payers, message });
  return proof ? { outcome: 'unproven', proof } : { outcome: 'refused', message: message ?? undefined };
}
