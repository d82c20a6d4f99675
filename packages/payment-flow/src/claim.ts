import type { JobPayload } from '@naughty-list/contracts/job';
import type { applyBurnVerdictJob } from '@naughty-list/contracts/payment-jobs';
import type { Address } from '@naughty-list/contracts/primitives';
import type { RuleResult } from '@naughty-list/contracts/verifications';

/**
 * A claim that a transaction pays for something.
 *
 *   pending ─ accepted verdict, effect took place ──► done (the owner's word for it: `removed`, `admitted`)
 *      ├───── accepted part of an intent's price ─────► counted ─ the rest arrived ► done, or its time is over ► refused
 *      └───── rejected verdict, or nothing to pay for ► refused; with an amount, it is its payer's credit
 */
export type Claim<Subject, Done extends string> = {
  id: string;
  /** What is paid for; null when it has been deleted. */
  subject: Subject | null;
  signature: string;
  status: 'pending' | 'counted' | 'refused' | Done;
  /** The intent that it pays for, or a part of. */
  intentId: string | null;
  code: string | null;
  /** For display. */
  message: string | null;
  /** Base units. */
  amount: bigint | null;
  /** The part of the amount sent to a burn wallet that has a key, which is not burned. */
  sent: bigint;
  decimals: number | null;
  slot: number | null;
  rules: RuleResult[];
  /** How often the sweep has requested the verdict again. */
  round: number;
  requestId: string | null;
  /**
   * The wallet that signed for this claim. A claim of the same payment by another wallet, or without one, is a separate
   * claim.
   */
  provenWallet: Address | null;
  /** Only on a new claim: how many other pending claims its client has of transactions not seen on the chain. */
  othersPending?: number;
  /** Wallets that may sign, when the claim was refused for lack of a proof. */
  payers: Address[] | null;
};

/** The verifier's verdict. */
export type ClaimVerdict = JobPayload<typeof applyBurnVerdictJob>;

/** Why a claim ended without effect; `message` is for display. */
export type Refusal = { code: string; message: string };

/** The end of a claim. */
export type ClaimEnd<Done extends string> = { status: Done | 'counted' } | ({ status: 'refused' } & Refusal);

/** The code of a payment that no provider knows yet. */
export const NOT_FOUND_YET = 'not_found_yet';
/** Refusal codes for which owners have their own response. */
export const ALREADY_USED = 'already_used';
export const SUBJECT_ALREADY_PAID = 'subject_already_paid';
