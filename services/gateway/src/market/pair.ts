import type { MarketFigures } from '@naughty-list/contracts/market-data';
import { z } from 'zod';

const Token = z.object({ address: z.string().min(1).max(100) });
const amount = z.number().min(0).nullish();

/** A trading pair, as far as it is read; what is not a number where one should be spoils the whole answer. */
export const Pair = z.object({
  baseToken: Token,
  quoteToken: Token,
  marketCap: amount,
  volume: z.object({ h24: amount }).nullish(),
  priceChange: z.object({ h24: z.number().nullish() }).nullish(),
});
export type Pair = z.infer<typeof Pair>;

/** The answer of `/latest/dex/tokens/{address}`; a token without pairs has `null`. */
export const PairsAnswer = z.object({ pairs: z.array(Pair).max(1_000).nullable() });

/** The pair that speaks for the product's token: the one with the highest market cap. */
export function chooseListPair(pairs: readonly Pair[]): Pair | undefined {
  return pairs.reduce<Pair | undefined>((best, pair) => (cap(pair) > cap(best) ? pair : best), pairs[0]);
}

const cap = (pair: Pair | undefined) => pair?.marketCap ?? -1;

/**
 * The pair that speaks for the rival: it is the base and wrapped SOL the quote; else it is the base of any pair; else
 * the first pair.
 */
export function chooseRivalPair(
  pairs: readonly Pair[],
  { rival, wrappedSol }: { rival: string; wrappedSol: string },
): Pair | undefined {
  const own = pairs.filter(({ baseToken }) => baseToken.address === rival);
  return own.find(({ quoteToken }) => quoteToken.address === wrappedSol) ?? own[0] ?? pairs[0];
}

/** What the page is told of a pair. */
export function figuresOf(pair: Pair | undefined): MarketFigures | null {
  if (!pair) return null;
  return {
    marketCap: pair.marketCap ?? null,
    volume24h: pair.volume?.h24 ?? null,
    priceChange24h: pair.priceChange?.h24 ?? null,
  };
}
