import { MARKET_REFRESH_MS } from '@naughty-list/contracts/market-texts';

/** Kept here and at the gateway for one refresh time each, figures are this old at most while the market answers. */
const FRESH_SECONDS = (2 * MARKET_REFRESH_MS) / 1_000;

/** Says how old the figures are once they are older than they should be. */
export function ageText(ageSeconds: number): string | undefined {
  if (ageSeconds <= FRESH_SECONDS) return undefined;
  const minutes = Math.round(ageSeconds / 60);
  const age =
    minutes < 120
      ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
      : `${Math.round(minutes / 60)} hours`;
  return `The market is not answering. These figures are ${age} old.`;
}
