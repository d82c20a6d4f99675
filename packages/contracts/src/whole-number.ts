/**
 * A whole number with thousands separators: `1,000,000`. Avoids `toLocaleString`, whose first call loads locale data
 * and blocks a slow phone for about a tenth of a second.
 */
export function formatWhole(whole: number | bigint): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}
