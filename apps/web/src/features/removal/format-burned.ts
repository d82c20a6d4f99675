import { formatTokens } from '@naughty-list/contracts/tokens';

const MAX_FRACTION_DIGITS = 9;

/** Burned tokens with separators: `1,000,000`, `1,000,000.5`. Falls back to the price if the amount is unknown. */
export function formatBurned(amountBurned: number | null, priceInTokens: string): string {
  if (amountBurned === null) return formatTokens(priceInTokens);
  return amountBurned.toLocaleString('en-US', { maximumFractionDigits: MAX_FRACTION_DIGITS });
}
