import type { MarketFigures } from '@naughty-list/contracts/market-data';
import { z } from 'zod';

const Token = z.object({ address: z.string().min(1).max(100) });
const amount = z.number().min(0).nullish();

/** The fields that are read of a trading pair; one malformed number rejects the whole response. */
export const Pair = z.object({
  baseToken: Token,
  quoteToken: Token,
  marketCap: amount,
  volume: z.object({ h24: amount }).nullish(),
  priceChange: z.object({ h24: z.number().nullish() }).nullish(),
});
export type Pair = z.infer<typeof Pair>;

/** The response of `/latest/dex/tokens/{address}`; `null` for a token without pairs. */
export const PairsAnswer = z.object({ pairs: z.array(Pair).max(1_000).nullable() });

/** The pair used for LIST: the one with the highest market cap. */
export function chooseListPair(pairs: readonly Pair[]): Pair | undefined {
  return pairs.reduce<Pair | undefined>((best, pair) => (cap(pair) > cap(best) ? pair : best), pairs[0]);
}

const cap = (pair: Pair | undefined) => pair?.marketCap ?? -1;

/** The pair used for the rival: its pair against wrapped SOL, else any pair with it as base, else the first. */
export function chooseRivalPair(
  pairs: readonly Pair[],
  { rival, wrappedSol }: { rival: string; wrappedSol: string },
): Pair | undefined {
  const own = pairs.filter(({ baseToken }) => baseToken.address === rival);
  return own.find(({ quoteToken }) => quoteToken.address === wrappedSol) ?? own[0] ?? pairs[0];
}

/** The figures of a pair that pages receive. */
export function figuresOf(pair: Pair | undefined): MarketFigures | null {
  if (!pair) return null;
  return {
    marketCap: pair.marketCap ?? null,
    volume24h: pair.volume?.h24 ?? null,
    priceChange24h: pair.priceChange?.h24 ?? null,
  };
}
