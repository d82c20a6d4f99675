import type { MarketFigures } from '@naughty-list/contracts/market-data';
import { MARKET_REFRESH_MS } from '@naughty-list/contracts/market-texts';

/** Maximum age of fresh figures: browser and gateway each cache them for one refresh interval. */
const FRESH_SECONDS = (2 * MARKET_REFRESH_MS) / 1_000;

/** States the age of the figures once they are older than expected. */
export function ageText(ageSeconds: number): string | undefined {
  if (ageSeconds <= FRESH_SECONDS) return undefined;
  const minutes = Math.round(ageSeconds / 60);
  const age =
    minutes < 120
      ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
      : `${Math.round(minutes / 60)} hours`;
  return `The market isn't answering. These figures are ${age} old.`;
}

const NOT_AVAILABLE = 'N/A';

/** US dollars with two decimals, in billions, millions or thousands where applicable. */
export function formatDollars(value: number | null | undefined): string {
  if (value === null || value === undefined) return NOT_AVAILABLE;
  if (value >= 1e9) return `$${(value / 1e9).toFixed(2)}B`;
  if (value >= 1e6) return `$${(value / 1e6).toFixed(2)}M`;
  if (value >= 1e3) return `$${(value / 1e3).toFixed(2)}K`;
  return `$${value.toFixed(2)}`;
}

/** A change in percent with its sign: `+1.50%`, `-0.30%`. */
export function formatChange(percent: number | null | undefined): string {
  if (percent === null || percent === undefined) return NOT_AVAILABLE;
  return `${percent >= 0 ? '+' : '-'}${Math.abs(percent).toFixed(2)}%`;
}

/** Up (green) from zero, down (red) below, undefined without a figure. */
export function changeTone(percent: number | null | undefined): 'up' | 'down' | 'none' {
  if (percent === null || percent === undefined) return 'none';
  return percent >= 0 ? 'up' : 'down';
}

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
