/**
 * Whole days from `now` until 25 December, counted in the visitor's calendar: 0 on the day itself, then the next year's.
 */
export function daysUntilChristmas(now: Date): number {
  // Midnight UTC of both calendar days: neither time zones nor summer time can add or take an hour.
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
