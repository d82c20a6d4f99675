import { formatTokens } from '@naughty-list/contracts/tokens';

const MAX_FRACTION_DIGITS = 9;

/** Burned tokens as people read them: `1,000,000`, `1,000,000.5`. Where nobody said how many, it was the price. */
export function formatBurned(amountBurned: number | null, priceInTokens: string): string {
  if (amountBurned === null) return formatTokens(priceInTokens);
  return amountBurned.toLocaleString('en-US', { maximumFractionDigits: MAX_FRACTION_DIGITS });
}
