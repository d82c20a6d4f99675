/** Base units as a number of tokens, for answers to people; exact up to 2^53 base units. */
export function toTokens(amount: bigint, decimals: number): number {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return Number(`${digits.slice(0, point)}.${digits.slice(point)}`);
}
