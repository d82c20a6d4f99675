/** Whole tokens with thousands separators: `1,000,000`. Never exponents. */
export function formatTokens(wholeTokens: bigint | number | string): string {
  return formatWhole(BigInt(wholeTokens));
}

/** Base units as exact tokens, without trailing zeros: `1000000500000` with 6 decimals is `1,000,000.5`. */
export function formatBaseUnits(baseUnits: bigint, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const fraction = (baseUnits % scale).toString().padStart(decimals, '0').replace(/0+$/, '');
  const whole = formatTokens(baseUnits / scale);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Whole tokens in base units. */
export function toBaseUnits(wholeTokens: bigint | string, decimals: number): bigint {
  return BigInt(wholeTokens) * 10n ** BigInt(decimals);
}

/** Base units as an exact decimal number of tokens, machine-readable: `1000000.5`. */
export function decimalTokens(baseUnits: bigint, decimals: number): string {
  return formatBaseUnits(baseUnits, decimals).replaceAll(',', '');
}

/** Base units as a number of tokens for display; exact up to 2^53 base units. */
export function toTokens(baseUnits: bigint, decimals: number): number {
  return Number(decimalTokens(baseUnits, decimals));
}

/**
 * A whole number with thousands separators: `1,000,000`. Avoids `toLocaleString`, whose first call loads locale data
 * and blocks a slow phone for about a tenth of a second.
 */
export function formatWhole(whole: number | bigint): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}
