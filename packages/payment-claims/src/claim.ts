import type { JobPayload } from '@naughty-list/contracts/job';
import type { applyBurnVerdictJob } from '@naughty-list/contracts/payment-jobs';
import type { Address } from '@naughty-list/contracts/primitives';
import type { RuleResult } from '@naughty-list/contracts/verifications';

/**
 * A claim that a transaction pays for something.
 *
 *   pending ─ accepted verdict, effect took place ──► done (the owner's word for it: `removed`, `admitted`)
 *      └───── rejected verdict, or nothing to pay for ► refused
 *
 * Both ends are final.
 */
export type Claim<Subject, Done extends string> = {
  id: string;
  /** What is paid for; null when it was deleted since. */
  subject: Subject | null;
  signature: string;
  status: 'pending' | 'refused' | Done;
  code: string | null;
  /** Fit to show to a person. */
  message: string | null;
  /** Base units. */
  amount: bigint | null;
  decimals: number | null;
  slot: number | null;
  rules: RuleResult[];
  /** How often the sweep has asked for the verdict again. */
  round: number;
  requestId: string | null;
  /** The wallet that signed for this claim. The same payment claimed by another wallet, or by none, is another claim. */
  provenWallet: Address | null;
  /** Wallets whose signature would do, where it was refused for want of one. */
  payers: Address[] | null;
};

/** What the verifier decided. */
export type ClaimVerdict = JobPayload<typeof applyBurnVerdictJob>;

/** Why a claim ended without effect; `message` is fit to show to a person. */
export type Refusal = { code: string; message: string };

/** What a claim ends with. */
export type ClaimEnd<Done extends string> = { status: Done } | ({ status: 'refused' } & Refusal);

/** Why a payment that no provider knows is not decided yet. */
export const NOT_FOUND_YET = 'not_found_yet';
/** Codes of refusals that owners have an answer of their own for. */
export const ALREADY_USED = 'already_used';
export const SUBJECT_ALREADY_PAID = 'subject_already_paid';

/**
 * Decides a claim by its verdict. `tookEffect`: whether this very verdict could have its effect; `otherwise` is the refusal
 * where it was accepted and could not.
 */
export function endOf<Done extends string>(
  verdict: ClaimVerdict,
  effect: { done: Done; tookEffect: boolean; otherwise: Refusal; rejectedWithoutReason: string },
): ClaimEnd<Done> {
  if (verdict.outcome === 'rejected') {
    const message = verdict.message ?? effect.rejectedWithoutReason;
    return { status: 'refused', code: verdict.code ?? 'rejected', message };
  }
  return effect.tookEffect ? { status: effect.done } : { status: 'refused', ...effect.otherwise };
}
