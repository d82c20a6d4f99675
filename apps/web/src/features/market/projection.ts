import type { MarketFigures } from '@naughty-list/contracts/market-data';

type Capped = Pick<MarketFigures, 'marketCap'> | null | undefined;

/** How many times the rival's market cap is the product's; nothing where one of the two is missing or zero. */
export function multiplier(list: Capped, rival: Capped): number | undefined {
  const [own, other] = [list?.marketCap ?? 0, rival?.marketCap ?? 0];
  return own > 0 && other > 0 ? other / own : undefined;
}

/** The distance in words, as a whole number. */
export function distanceText(times: number): string {
  return `LIST is a ${Math.round(times)}x away from Rizzmas. Let's close the gap!`;
}

/** What the typed amount of dollars would read at the rival's market cap; `$0` where there is nothing to reckon with. */
export function projectedValue(typed: string, times: number | undefined): string {
  const amount = Number.parseFloat(typed);
  if (!(amount > 0) || !Number.isFinite(amount) || times === undefined) return '$0';
  const value = amount * times;
  if (value >= 1e6) return `$${(value / 1e6).toFixed(2)}M`;
  if (value >= 1e3) return `$${(value / 1e3).toFixed(2)}K`;
  return `$${value.toFixed(2)}`;
}
