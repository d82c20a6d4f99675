import type { FoundPayment } from '@naughty-list/contracts/found-payments';
import { toBaseUnits } from '@naughty-list/contracts/tokens';
import { type PaymentDemand, WHOLE_PRICE } from '@naughty-list/contracts/verifications';
import type { Knex } from 'knex';
import type { Claim, ClaimEnd, ClaimVerdict, Refusal } from './claim.ts';
import { type ClaimTable, endClaim, lockPendingClaim } from './claim-table.ts';
import { endIntent, type Intent, lockIntent, priceOf, refuseParts, sumPayments } from './intent.ts';

/** What a transaction is known to have paid. */
export type Paid = { amount: bigint; decimals: number | null; payer: string | null };

/** What a payment is claimed for, by which demand and intent. */
export type Due<S> = {
  subject: S;
  demand: PaymentDemand;
  intent: Intent | undefined;
  /** Whether a new claim may be made; one that stands is joined in any case. */
  mayOpen: boolean;
};

/** What differs between the two things that are paid for. `R`: what taking effect results in. */
export type Effect<S extends string | number, D extends string, R = unknown> = {
  purpose: 'removal' | 'membership';
  of: ClaimTable<S, D>;
  toSubject: (text: string) => S;
  /** Whether there is still something to pay for. */
  isPayable: (db: Knex, subject: string) => Promise<boolean>;
  /** The refusal of a payment that found nothing left to pay for. */
  gone: Refusal;
  /** What a refusal is shown as. */
  refusalText: (code: string | null, message: string | null) => string;
  /** Undefined when the subject no longer exists anywhere. */
  demandFor: (db: Knex, subject: S) => Promise<PaymentDemand | undefined>;
  /** What a payment found on the chain is for; undefined if for nothing. */
  dueFor: (db: Knex, found: FoundPayment) => Promise<Due<S> | undefined>;
  /** Called once a claim was made. */
  onClaimed?: (db: Knex, subject: S) => Promise<void>;
  /** What a reference text is for. */
  subjectOf: (db: Knex, reference: string) => Promise<S | undefined>;
  /** Takes effect; undefined if nothing was left to pay for. `amount`: everything that paid, in base units. */
  take: (trx: Knex.Transaction, claim: Claim<S, D>, paid: Paid) => Promise<R | undefined>;
  /** Called in the same transaction once the claim has ended with an effect. */
  onEnded?: (trx: Knex.Transaction, claim: Claim<S, D>) => Promise<void>;
};

/**
 * Applies a verdict once, in one transaction: ends the claim, and takes the effect of an accepted payment as soon as what came for its
 * intent adds up to the price; parts are not needed, and are credit, once one payment is the whole. Undefined if no claim of that id is pending: it is decided already, or was never made here. Locks the
 * claim, then its intent, then what is paid for.
 */
export async function applyVerdict<S extends string | number, D extends string, R>(
  db: Knex,
  effect: Effect<S, D, R>,
  verdict: ClaimVerdict & { payer?: string | null },
): Promise<{ end: ClaimEnd<D>; isCredit: boolean; result: R | undefined } | undefined> {
  const { of } = effect;
  return db.transaction(async (trx) => {
    const claim = await lockPendingClaim(trx, of, verdict.id);
    if (!claim) return undefined;
    const intent = claim.intentId === null ? undefined : await lockIntent(trx, claim.intentId);
    // Without its terms, a part could pass for the whole price. After a change of the secret, none opens.
    if (claim.intentId !== null && !intent && !(await needsNoIntent(trx, effect, { claim, verdict })))
      throw new Error(`The service did not write the intent ${claim.intentId} as it is`);
    const earlier = intent?.state === 'open' ? (await sumPayments(trx, of, intent.id)).received : 0n;
    const own = BigInt(verdict.amount ?? 0);
    const isAccepted = verdict.outcome === 'accepted';
    const isWhole = verdict.code === WHOLE_PRICE || (intent !== undefined && own >= priceOf(intent));
    const amount = isWhole ? own : own + earlier;
    const isPart = isAccepted && !isWhole && intent?.state === 'open' && amount < priceOf(intent);
    const paid = { amount, decimals: verdict.decimals, payer: verdict.payer ?? null };
    const result = isAccepted && !isPart ? await effect.take(trx, claim, paid) : undefined;
    const end = isPart ? { status: 'counted' as const } : endOf(effect, verdict, result !== undefined);
    await endClaim(trx, of, { verdict, end });
    const areSpare = intent !== undefined && result !== undefined && isWhole && earlier > 0n;
    if (areSpare) await refuseParts(trx, of, { id: intent.id, refusal: effect.gone });
    if (intent && result !== undefined) await endIntent(trx, of, { id: intent.id, state: 'paid' });
    if (result !== undefined) await effect.onEnded?.(trx, claim);
    return { end, isCredit: areSpare || (isAccepted && end.status === 'refused'), result };
  });
}

/** Whether a verdict is the same whatever the intent says: a refusal, or a payment of the usual price. */
async function needsNoIntent<S extends string | number, D extends string>(
  trx: Knex,
  { demandFor }: Effect<S, D>,
  { claim: { subject }, verdict }: { claim: Claim<S, D>; verdict: ClaimVerdict },
): Promise<boolean> {
  const { outcome, amount, decimals } = verdict;
  if (outcome === 'rejected') return true;
  const usual = subject === null ? undefined : await demandFor(trx, subject);
  if (!usual || amount === null || decimals === null) return false;
  return BigInt(amount) >= toBaseUnits(usual.minimumTokens, decimals);
}

/** `tookEffect`: whether this verdict could take effect. */
export function endOf<S extends string | number, D extends string>(
  { of, gone, refusalText }: Pick<Effect<S, D>, 'of' | 'gone' | 'refusalText'>,
  { outcome, code, message }: ClaimVerdict,
  tookEffect: boolean,
): ClaimEnd<D> {
  if (outcome === 'rejected')
    return { status: 'refused', code: code ?? 'rejected', message: refusalText(code, message) };
  return tookEffect ? { status: of.done } : { status: 'refused', ...gone };
}
