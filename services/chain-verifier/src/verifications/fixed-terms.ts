import { toBaseUnits } from '@naughty-list/contracts/tokens';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import { newestToken, ownerOf, type Terms, type TokenChange } from '../terms/terms.ts';
import { buildDemand, type Demand } from '../verdicts/demand.ts';
import { inForceAt } from '../verdicts/in-force.ts';
import { demandFor } from './build-demand.ts';

type Parts = Parameters<typeof demandFor>[1];

/** An intent's terms hold until it is over; before the block's time is known, they do. */
const isOver = ({ until }: { until: number }, blockTime: number | null) =>
  blockTime !== null && blockTime > until;

/** The mints and wallets by which a payment in a block of this time is judged: those that its intent fixed, or that were in force. */
export function tokensAt({ fixed }: PaymentDemand, terms: Terms, blockTime: number | null): TokenChange[] {
  if (!fixed || isOver(fixed, blockTime)) return inForceAt(terms.tokens, blockTime);
  const token = terms.tokens.findLast(({ mint }) => mint.address === fixed.mint);
  if (!token) throw new Error(`The mint of an intent was never recorded: ${fixed.mint}`);
  return [{ ...token, burnWallet: fixed.burnWallet }];
}

/**
 * The demand for a payment in a block of this time: by what its intent fixed until the intent is over, then as for a payment
 * without one.
 */
export function demandAt(asked: PaymentDemand, parts: Parts & { blockTime: number | null }): Demand {
  const { fixed, ...usual } = asked;
  const { blockTime, token, terms } = parts;
  if (!fixed) return demandFor(usual, parts);
  if (isOver(fixed, blockTime)) {
    const { address } = newestToken(terms).mint;
    const isAsked = ({ queue, mint }: Terms['prices'][number]) =>
      queue === ownerOf(asked.subject) && mint === address;
    const newest = terms.prices.findLast(isAsked)?.tokens;
    return demandFor({ ...usual, minimumTokens: newest ?? usual.minimumTokens }, parts);
  }
  const { prices: _, ...demand } = demandFor(usual, parts);
  const minimum = toBaseUnits(asked.minimumTokens, token.mint.decimals);
  return buildDemand({ ...demand, minimum, partial: true });
}
