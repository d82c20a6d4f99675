import type { MarketFigures } from '@naughty-list/contracts/market-data';

type Capped = Pick<MarketFigures, 'marketCap'> | null | undefined;

/** The rival's market cap as a multiple of ours; undefined if either is missing or zero. */
export function multiplier(list: Capped, rival: Capped): number | undefined {
  const [own, other] = [list?.marketCap ?? 0, rival?.marketCap ?? 0];
  return own > 0 && other > 0 ? other / own : undefined;
}

/** The multiple as text, as a whole number. */
export function distanceText(times: number): string {
  return `LIST is a ${Math.round(times)}x away from Rizzmas. Let's close the gap!`;
}

/** The typed dollar amount at the rival's market cap; `$0` without a valid amount or multiple. */
export function projectedValue(typed: string, times: number | undefined): string {
  const amount = Number.parseFloat(typed);
  if (!(amount > 0) || !Number.isFinite(amount) || times === undefined) return '$0';
  const value = amount * times;
  if (value >= 1e6) return `$${(value / 1e6).toFixed(2)}M`;
  if (value >= 1e3) return `$${(value / 1e3).toFixed(2)}K`;
  return `$${value.toFixed(2)}`;
}
