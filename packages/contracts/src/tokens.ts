import type { TransferFee } from './token-config.ts';

/** Whole tokens with thousands separators: `1,000,000`. Never exponents. */
export function formatTokens(whole: bigint | number | string): string {
  return formatWhole(BigInt(whole));
}

/** A decimal number of tokens with thousands separators: `1,000,000.5`. */
export const formatDecimal = (tokens: string): string =>
  tokens.replace(/^\d+/, (whole) => formatTokens(whole));

/** A decimal number of tokens, rounded up to whole ones: less than a price would not count. */
export function wholeTokens(tokens: string): string {
  const [whole = '0', fraction] = tokens.split('.');
  return fraction === undefined ? whole : String(BigInt(whole) + 1n);
}

/** Base units as exact tokens, without trailing zeros: `1000000500000` with 6 decimals is `1,000,000.5`. */
export const formatBaseUnits = (baseUnits: bigint, decimals: number): string =>
  formatDecimal(decimalTokens(baseUnits, decimals));

/** The same without separators, machine-readable: `1000000.5`. */
export function decimalTokens(baseUnits: bigint, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const fraction = (baseUnits % scale).toString().padStart(decimals, '0').replace(/0+$/, '');
  return `${baseUnits / scale}${fraction && `.${fraction}`}`;
}

/** Whole tokens in base units. */
export function toBaseUnits(whole: bigint | string, decimals: number): bigint {
  return BigInt(whole) * 10n ** BigInt(decimals);
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

/** Basis points of the whole. */
const WHOLE = 10_000n;

/** The least that one transfer must send for the amount to arrive (spl-token-2022 `calculate_pre_fee_amount`). */
export function withFee(amount: bigint, fee: TransferFee | undefined): bigint {
  if (!fee) return amount;
  const [kept, maximum] = [WHOLE - BigInt(fee.basisPoints), BigInt(fee.maximum)];
  const needed = kept > 0n ? (amount * WHOLE + kept - 1n) / kept - amount : maximum;
  return amount + (needed < maximum ? needed : maximum);
}
