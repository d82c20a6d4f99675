import { toBaseUnits } from '@naughty-list/contracts/tokens';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import { referenceKeyOf } from '@naughty-list/payment-transactions/reference-key';
import type { Mint } from '../mint/repository.ts';
import { ownerOf, type Terms } from '../terms/terms.ts';
import { buildDemand, type Demand, type Price } from '../verdicts/demand.ts';

/** The payment policy that applies to every payment, whatever it is for. */
export type PaymentPolicy = {
  burnWallet: string;
  unbound: Demand['unbound'];
};

/**
 * How much older than its report a bound payment may be. Far more than clock skew, because a refusal cannot undo a
 * burn; too short for a reference that an earlier installation assigned to something else.
 */
const BOUND_TOLERANCE_S = 3_600;

/** Builds the demand from the owner's request, the payment policy and terms, and the mint on the chain. */
export function demandFor(
  asked: PaymentDemand,
  parts: { mint: Mint; policy: PaymentPolicy; terms: Terms; now: Date },
): Demand {
  const { mint, policy, terms, now } = parts;
  const { restoredAt, installedAt } = terms;
  const referenceKey = keyOf(asked, { mint: mint.address, burnWallet: policy.burnWallet });
  return buildDemand({
    mint: mint.address,
    tokenProgram: mint.tokenProgram,
    decimals: mint.decimals,
    minimum: toBaseUnits(asked.minimumTokens, mint.decimals),
    burnWallet: policy.burnWallet,
    reference: asked.reference,
    ...(referenceKey && { referenceKey }),
    prices: pricesFor(asked, { mint, terms }),
    referencePrefixes: [...new Set(terms.prefixes.map(({ prefix }) => prefix))],
    unbound: policy.unbound,
    ...(asked.provenWallet && { provenWallet: asked.provenWallet }),
    notBefore: asked.notBefore,
    ...(ownerOf(asked.subject) === 'membership' && { provenNotBefore: Math.ceil(installedAt) }),
    boundToleranceS: BOUND_TOLERANCE_S,
    ...(restoredAt !== null && { usesKnownSince: Math.ceil(restoredAt) }),
    now: Math.floor(now.getTime() / 1_000),
  });
}

/** The key of a report's reference, which every builder of its payment derives. Memberships bring their own. */
export function keyOf(
  { subject, reference, referenceKey }: PaymentDemand,
  { mint, burnWallet }: { mint: string; burnWallet: string },
): string | undefined {
  if (referenceKey !== undefined || ownerOf(subject) !== 'reports') return referenceKey;
  return referenceKeyOf({ mint, burnWallet, reference });
}

/**
 * All prices so far. Services start at different times: if the owner asks for less than the newest recorded price, its
 * new price is not recorded yet and is added.
 */
function pricesFor(asked: PaymentDemand, { mint, terms }: { mint: Mint; terms: Terms }): Price[] {
  const toMinimum = (tokens: string) => toBaseUnits(tokens, mint.decimals);
  const prices = terms.prices.filter(({ queue }) => queue === ownerOf(asked.subject));
  const promised = toMinimum(asked.minimumTokens);
  const isNew = prices.at(-1)?.tokens !== asked.minimumTokens;
  return prices.map(({ tokens, since }) => {
    const minimum = toMinimum(tokens);
    return { since, minimum: isNew && promised < minimum ? promised : minimum };
  });
}
