import { toBaseUnits } from '@naughty-list/contracts/tokens';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import { referenceKeyOf } from '@naughty-list/payment-transactions/build-payment';
import { newestToken, type Owner, ownerOf, type Terms, type TokenChange } from '../terms/terms.ts';
import { buildDemand, type Demand, inForceAt, minimumOf, type Price } from '../verdicts/demand.ts';

/**
 * How much older than its report a bound payment may be. Far more than clock skew, because a refusal cannot undo a
 * burn; too short for a reference that an earlier installation assigned to something else.
 */
const BOUND_TOLERANCE_S = 3_600;

/** How long a payment without effect is a credit. Payments from before this installation never are. */
export const CREDIT_S = 90 * 24 * 3_600;

/** `unbound`: the setting for payments without a reference. */
type Parts = { token: TokenChange; unbound: Demand['unbound']; terms: Terms; now: Date };

/** The judge's demand for a payment in this mint, from the owner's demand, the settings and the terms. Ignores `fixed`. */
export function toDemand(requested: PaymentDemand, { token, unbound, terms, now }: Parts): Demand {
  const { mint, burnWallet } = token;
  const { restoredAt, installedAt } = terms;
  const referenceKey = keyOf(requested, { mint: mint.address, burnWallet });
  return buildDemand({
    mint: mint.address,
    tokenProgram: mint.tokenProgram,
    decimals: mint.decimals,
    minimum: toBaseUnits(requested.minimumTokens, mint.decimals),
    burnWallet,
    reference: requested.reference,
    ...(referenceKey && { referenceKey }),
    prices: pricesFor(requested, { token, terms }),
    referencePrefixes: [...new Set(terms.prefixes.map(({ prefix }) => prefix))],
    unbound,
    ...(requested.provenWallet && { provenWallet: requested.provenWallet }),
    notBefore: requested.notBefore,
    ...(ownerOf(requested.subject) === 'membership' && { provenNotBefore: Math.ceil(installedAt) }),
    creditNotBefore: Math.max(Math.ceil(installedAt), Math.floor(now.getTime() / 1_000) - CREDIT_S),
    boundToleranceS: BOUND_TOLERANCE_S,
    ...(restoredAt !== null && { usesKnownSince: Math.ceil(restoredAt) }),
    now: Math.floor(now.getTime() / 1_000),
  });
}

/** The reference key of a demand: the given one, or, for a report, the one derived from its reference. */
export function keyOf(
  { subject, reference, referenceKey }: PaymentDemand,
  { mint, burnWallet }: { mint: string; burnWallet: string },
): string | undefined {
  if (referenceKey !== undefined || ownerOf(subject) !== 'reports') return referenceKey;
  return referenceKeyOf({ mint, burnWallet, reference });
}

/**
 * All prices so far. Services start at different times: if the reports service asks for less than the newest recorded price, its
 * new price is not recorded yet and is added. Membership asks for what this service has recorded.
 */
function pricesFor(requested: PaymentDemand, { token, terms }: Pick<Parts, 'token' | 'terms'>): Price[] {
  const { address, decimals } = token.mint;
  const owner = ownerOf(requested.subject);
  const prices = pricesOf(terms, { owner, token });
  if (owner === 'membership') return prices;
  const promised = toBaseUnits(requested.minimumTokens, decimals);
  const isNew = newestToken(terms).mint.address === address && prices.at(-1)?.minimum !== promised;
  return prices.map(({ since, minimum }) => ({
    since,
    minimum: isNew && promised < minimum ? promised : minimum,
  }));
}

/** Every price that an owner has set in this mint, in base units. */
export function pricesOf(
  { prices }: Pick<Terms, 'prices'>,
  { owner, token }: { owner: Owner; token: TokenChange },
): Price[] {
  const { address, decimals } = token.mint;
  return prices
    .filter(({ queue, mint }) => queue === owner && mint === address)
    .map(({ tokens, since }) => ({ since, minimum: toBaseUnits(tokens, decimals) }));
}

/** Whether the block is later than the intent's end. While its time is unknown, the intent's terms hold. */
const isOver = ({ until }: { until: number }, blockTime: number | null) =>
  blockTime !== null && blockTime > until;

/**
 * The mints and wallets by which a payment of this block time is judged: those in force; for an intent that is not over,
 * first those that it fixed.
 */
export function tokensAt({ fixed }: PaymentDemand, terms: Terms, blockTime: number | null): TokenChange[] {
  if (!fixed || isOver(fixed, blockTime)) return inForceAt(terms.tokens, blockTime);
  const token = terms.tokens.findLast(({ mint }) => mint.address === fixed.mint);
  if (!token) throw new Error(`The mint of an intent was never recorded: ${fixed.mint}`);
  // Before they changed, an earlier offer with the same key or memo may have shown the old ones.
  const others = inForceAt(terms.tokens, blockTime).filter(
    ({ mint, burnWallet }) => mint.address !== fixed.mint || burnWallet !== fixed.burnWallet,
  );
  return [{ ...token, burnWallet: fixed.burnWallet }, ...others];
}

/**
 * The demand for a payment in a block of this time: by what its intent fixed until the intent is over, then, or in another mint, as for a
 * payment without one.
 */
export function demandAt(requested: PaymentDemand, parts: Parts & { blockTime: number | null }): Demand {
  const { fixed, ...usual } = requested;
  const { blockTime, token, terms } = parts;
  if (!fixed) return toDemand(usual, parts);
  if (isOver(fixed, blockTime) || token.mint.address !== fixed.mint) {
    const { address } = newestToken(terms).mint;
    const isOfOwner = ({ queue, mint }: Terms['prices'][number]) =>
      queue === ownerOf(requested.subject) && mint === address;
    const newest = terms.prices.findLast(isOfOwner)?.tokens;
    return toDemand({ ...usual, minimumTokens: newest ?? usual.minimumTokens }, parts);
  }
  const whole = toDemand(usual, parts);
  const { prices: _, ...demand } = whole;
  const fixedPrice = toBaseUnits(requested.minimumTokens, token.mint.decimals);
  // A payment from before a rise owes no more for an intent that was opened after it.
  const { lowest } = minimumOf(whole, blockTime);
  const isLess = blockTime !== null && lowest < fixedPrice;
  return buildDemand({ ...demand, minimum: isLess ? lowest : fixedPrice, partial: true });
}
