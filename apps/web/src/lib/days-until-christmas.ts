/**
 * Whole days from `now` until 25 December in the visitor's calendar: 0 on the day itself, then counts to the next
 * year's.
 */
export function daysUntilChristmas(now: Date): number {
  // UTC midnights of both calendar days, so that time zones and daylight saving add no hour.
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const thisYear = Date.UTC(now.getFullYear(), 11, 25);
  const target = thisYear >= today ? thisYear : Date.UTC(now.getFullYear() + 1, 11, 25);
  return Math.round((target - today) / 86_400_000);
}

/** `1 day until Christmas`, and on the day `It is Christmas!`. */
export function christmasText(days: number): string {
  if (days === 0) return 'It is Christmas!';
  return `${days} ${days === 1 ? 'day' : 'days'} until Christmas`;
}
