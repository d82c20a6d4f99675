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
