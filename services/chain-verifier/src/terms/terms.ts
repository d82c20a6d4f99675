import { toBaseUnits } from '@naughty-list/contracts/tokens';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import { referenceKeyOf } from '@naughty-list/payment-transactions/build-payment';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Mint } from '../mint/mint.ts';
import {
  buildDemand,
  type Demand,
  inForceAt,
  minimumOf,
  OFFER_GRACE_S,
  type Price,
} from '../verdicts/demand.ts';

/** The service that is paid: each has its own prices and prefixes. */
export type Owner = 'reports' | 'membership';
export const owners: readonly Owner[] = ['reports', 'membership'];

/** A price in whole tokens of a mint, and the Unix seconds from which it applies. */
export type PriceChange = { queue: Owner; mint: string; tokens: string; since: number };

/** A mint and burn wallet, and the Unix seconds from which payments must use them. */
export type TokenChange = { mint: Mint; burnWallet: string; since: number };

/** Past and present settings by which payments are judged. */
export type Terms = {
  /** In the order in which they were set. Mints that were never read from the chain are missing. */
  tokens: TokenChange[];
  /** In the order in which they were set. */
  prices: PriceChange[];
  /** Every reference prefix that this installation has ever used. */
  prefixes: { queue: Owner; prefix: string }[];
  /** Unix seconds of the last restore of the database; null if there was none. */
  restoredAt: number | null;
  /**
   * Unix seconds since which this database records what payments were for; earlier payments may be recorded in another
   * database.
   */
  installedAt: number;
};

/** The service that owns a subject (`report:7`). */
export function ownerOf(subject: string): Owner {
  return subject.startsWith('membership:') ? 'membership' : 'reports';
}

/** The mint and burn wallet that are paid now. */
export function newestToken({ tokens }: Pick<Terms, 'tokens'>): TokenChange {
  const newest = tokens.at(-1);
  if (!newest) throw new Error('The mint was not read, or the terms were not recorded at start');
  return newest;
}

export type TermsRow = {
  tokens: { mint: string; burnWallet: string; since: number }[];
  /** By address, as they were read from the chain. */
  mints: Record<string, Omit<Mint, 'address'>>;
  prices: Terms['prices'];
  prefixes: Terms['prefixes'];
  restored_at: number | null;
  installed_at: number;
};

/** Columns of `state`. */
export const termsColumns = `tokens, mints, prices, prefixes, extract(epoch from restored_at)::float8 as restored_at,
  extract(epoch from coalesce(installed_at, now()))::float8 as installed_at`;

/** `cluster`: of the chain that the providers serve; mints of another one are left out. */
export const toTerms = (
  { tokens, mints, prices, prefixes, restored_at, installed_at }: TermsRow,
  cluster: string | null,
): Terms => ({
  tokens: tokens.flatMap(({ mint: address, ...change }) => {
    const mint = mints[address];
    return mint?.cluster === cluster ? [{ ...change, mint: { address, ...mint } }] : [];
  }),
  prices,
  prefixes,
  restoredAt: restored_at,
  installedAt: installed_at,
});

export async function findTerms(db: Database, cluster: string): Promise<Terms> {
  const { rows } = await db.raw<{ rows: TermsRow[] }>(`select ${termsColumns} from state`);
  const [row] = rows;
  if (!row) throw new Error('The query returned no row');
  return toTerms(row, cluster);
}

/** The current settings: mint, burn wallet, and by owner the price (whole tokens, as text) and reference prefix. */
export type Configured = {
  mint: string;
  burnWallet: string;
  owners: Record<Owner, { tokens: string; prefix: string }>;
};

/** A single provider's clock is believed up to this far from ours. */
export const CHAIN_CLOCK_S = 3_600;

/**
 * Records what differs from the last start: mint and wallet, prices, prefixes. The first of each applies to all earlier
 * times. Uses the machine's, the database's or the chain's clock, whichever favours the payer, so that a wrong clock never
 * causes a refusal: the times of blocks decide, and may be minutes behind ours. `readChainTime`: in Unix seconds, null if
 * unknown; read only if something has changed.
 */
export async function recordTerms(
  db: Database,
  configured: Configured,
  { at, readChainTime }: { at: Date; readChainTime: () => Promise<number | null> },
): Promise<void> {
  const { mint, burnWallet } = configured;
  await db.transaction(async (trx) => {
    // Replicas that start at the same time record it once.
    const { tokens, prices, prefixes, now }: TermsRow & { now: number } = await trx('state')
      .forUpdate()
      .first('tokens', 'prices', 'prefixes', trx.raw('extract(epoch from now())::float8 as now'));
    let times: number[] | undefined;
    const readTimes = async (): Promise<number[]> => {
      if (times) return times;
      const chainTime = (await readChainTime()) ?? now;
      const believed = Math.min(Math.max(chainTime, now - CHAIN_CLOCK_S), now + CHAIN_CLOCK_S);
      times = [at.getTime() / 1_000, now, believed];
      return times;
    };
    const earliest = async () => Math.min(...(await readTimes()));
    const latest = async () => Math.max(...(await readTimes()));
    const token = tokens.at(-1);
    if (token?.mint !== mint || token.burnWallet !== burnWallet)
      tokens.push({ mint, burnWallet, since: token ? Math.max(await earliest(), token.since) : 0 });
    for (const queue of owners) {
      const { tokens: price, prefix } = configured.owners[queue];
      if (!prefixes.some((used) => used.queue === queue && used.prefix === prefix))
        prefixes.unshift({ queue, prefix });
      const newest = prices.findLast((change) => change.mint === mint && change.queue === queue);
      const rise = newest ? BigInt(price) - BigInt(newest.tokens) : 0n;
      if (newest && rise === 0n) continue;
      const since = newest ? Math.max(await (rise < 0n ? earliest() : latest()), newest.since) : 0;
      prices.push({ queue, mint, tokens: price, since });
    }
    const [asTokens, asPrices, asPrefixes] = [tokens, prices, prefixes].map((list) => JSON.stringify(list));
    await trx('state').update({
      tokens: asTokens,
      prices: asPrices,
      prefixes: asPrefixes,
      installed_at: trx.raw('coalesce(installed_at, now())'),
    });
  });
}

/**
 * How much older than its report a bound payment may be. Far more than clock skew, because a refusal cannot undo a
 * burn; too short for a reference that an earlier installation assigned to something else.
 */
const BOUND_TOLERANCE_S = 3_600;

/** How long a payment without effect is a credit. Payments from before this installation never are. */
export const CREDIT_S = 90 * 24 * 3_600;

/** `unbound`: the setting for payments without a reference. `claimedAt`: if that was earlier than now. */
type Parts = {
  token: TokenChange;
  unbound: Demand['unbound'];
  terms: Terms;
  now: Date;
  claimedAt?: Date;
};

/** The judge's demand for a payment in this mint, from the owner's demand, the settings and the terms. Ignores `fixed`. */
export function toDemand(
  requested: PaymentDemand,
  { token, unbound, terms, now, claimedAt = now }: Parts,
): Demand {
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
    creditNotBefore: Math.max(Math.ceil(installedAt), Math.floor(claimedAt.getTime() / 1_000) - CREDIT_S),
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
  const others = inForceAt(terms.tokens, blockTime, OFFER_GRACE_S).filter(
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
  // A payment from before a rise, or by an earlier offer with the same key, owes no more for an intent that was opened after it.
  const { lowest } = minimumOf(whole, blockTime, OFFER_GRACE_S);
  const isLess = blockTime !== null && lowest < fixedPrice;
  return buildDemand({ ...demand, minimum: isLess ? lowest : fixedPrice, partial: true });
}
