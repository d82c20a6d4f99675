import type { FoundPayment } from '@naughty-list/contracts/payment-jobs';
import { toBaseUnits } from '@naughty-list/contracts/tokens';
import { type PaymentDemand, WHOLE_PRICE } from '@naughty-list/contracts/verifications';
import type { Knex } from 'knex';
import {
  type Claim,
  type ClaimEnd,
  type ClaimTable,
  type ClaimVerdict,
  endClaim,
  lockPendingClaim,
  type Refusal,
} from './claim-table.ts';
import { endIntent, type Intent, lockIntent, priceOf, refuseParts, sumPayments } from './intent.ts';

/** What a transaction paid: base units, of the given decimals. */
export type Paid = { amount: bigint; decimals: number | null; payer: string | null };

/** What a transaction is claimed for, with the demand and intent by which it is judged. */
export type ClaimTarget = {
  subject: string;
  demand: PaymentDemand;
  intent: Intent | undefined;
  /** Whether a new claim may be opened; an existing one is joined in any case. */
  mayOpen: boolean;
};

/** What differs between removals and memberships. `R`: the result of taking effect. */
export type PaymentKind<R = unknown> = {
  purpose: 'removal' | 'membership';
  claims: ClaimTable;
  /** Whether there is still something to pay for. */
  isPayable: (db: Knex, subject: string) => Promise<boolean>;
  /** The refusal of a payment when nothing is left to pay for. */
  nothingLeft: Refusal;
  /** The text of a refusal, for display. */
  refusalText: (code: string | null, message: string | null) => string;
  /** Undefined when the subject no longer exists anywhere. */
  demandFor: (db: Knex, subject: string) => Promise<PaymentDemand | undefined>;
  /** What a payment found on the chain is to be claimed for; undefined if for nothing. */
  targetOf: (db: Knex, found: FoundPayment) => Promise<ClaimTarget | undefined>;
  /** Called after a claim was opened. */
  onClaimed?: (db: Knex, subject: string) => Promise<void>;
  /** The subject of a reference text. */
  subjectOf: (db: Knex, reference: string) => Promise<string | undefined>;
  /** Writes the effect; undefined if nothing was left to pay for. `paid`: in sum, with earlier parts of the intent. */
  takeEffect: (trx: Knex.Transaction, claim: Claim, paid: Paid) => Promise<R | undefined>;
  /** Called in the same transaction once the claim has ended with an effect. */
  onEnded?: (trx: Knex.Transaction, claim: Claim) => Promise<void>;
};

/**
 * Applies a verdict once, in one transaction: ends the claim and, when accepted payments add up to the intent's price, takes
 * effect. If one payment is the whole price, earlier parts become credits. Undefined if no claim of that id is pending.
 * Locks the claim, then its intent, then the subject. Throws if the intent's row is not as the service wrote it and the
 * verdict depends on it.
 */
export async function applyVerdict<R>(
  db: Knex,
  kind: PaymentKind<R>,
  verdict: ClaimVerdict & { payer?: string | null },
): Promise<{ end: ClaimEnd; isCredit: boolean; result: R | undefined } | undefined> {
  const { claims } = kind;
  return db.transaction(async (trx) => {
    const claim = await lockPendingClaim(trx, claims, verdict.id);
    if (!claim) return undefined;
    const intent = claim.intentId === null ? undefined : await lockIntent(trx, claim.intentId);
    // A forged intent could make a part pass for the whole price. (After a change of the secret, no intent can be read.)
    if (claim.intentId !== null && !intent && !(await needsNoIntent(trx, kind, { claim, verdict })))
      throw new Error(`The service did not write the intent ${claim.intentId} as it is`);
    const earlier = intent?.state === 'open' ? (await sumPayments(trx, claims, intent.id)).received : 0n;
    const own = BigInt(verdict.amount ?? 0);
    const isAccepted = verdict.outcome === 'accepted';
    const isWhole = verdict.code === WHOLE_PRICE || (intent !== undefined && own >= priceOf(intent));
    const amount = isWhole ? own : own + earlier;
    const isPart = isAccepted && !isWhole && intent?.state === 'open' && amount < priceOf(intent);
    const paid = { amount, decimals: verdict.decimals, payer: verdict.payer ?? null };
    const result = isAccepted && !isPart ? await kind.takeEffect(trx, claim, paid) : undefined;
    const end = isPart ? { status: 'counted' as const } : claimEnd(kind, verdict, result !== undefined);
    await endClaim(trx, claims, { verdict, end });
    const areSpare = intent !== undefined && result !== undefined && isWhole && earlier > 0n;
    if (areSpare) await refuseParts(trx, claims, { id: intent.id, refusal: kind.nothingLeft });
    if (intent && result !== undefined) await endIntent(trx, claims, { id: intent.id, state: 'paid' });
    if (result !== undefined) await kind.onEnded?.(trx, claim);
    return { end, isCredit: areSpare || (isAccepted && end.status === 'refused'), result };
  });
}

/** Whether the intent's terms make no difference: for a refusal, or a payment of the usual price. */
async function needsNoIntent(
  trx: Knex,
  { demandFor }: PaymentKind,
  { claim: { subject }, verdict }: { claim: Claim; verdict: ClaimVerdict },
): Promise<boolean> {
  const { outcome, amount, decimals } = verdict;
  if (outcome === 'rejected') return true;
  const usual = subject === null ? undefined : await demandFor(trx, subject);
  if (!usual || amount === null || decimals === null) return false;
  return BigInt(amount) >= toBaseUnits(usual.minimumTokens, decimals);
}

/** How a verdict ends its claim. `tookEffect`: whether an accepted one could take effect. */
export function claimEnd(
  { claims, nothingLeft, refusalText }: Pick<PaymentKind, 'claims' | 'nothingLeft' | 'refusalText'>,
  { outcome, code, message }: ClaimVerdict,
  tookEffect: boolean,
): ClaimEnd {
  if (outcome === 'rejected')
    return { status: 'refused', code: code ?? 'rejected', message: refusalText(code, message) };
  return tookEffect ? { status: claims.done } : { status: 'refused', ...nothingLeft };
}
