import type { DailyVisits, WeeklyVisits } from '@naughty-list/contracts/analytics';
import { type Day, dayOf, daysAfter, mondayOf } from '../calendar.ts';

const DAY_MS = 86_400_000;

type Counts = ReadonlyMap<Day, number>;

/** The same time as many days ago. */
export const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** The first of the last `days` days, including today. */
export const firstOfDays = (now: Date, days: number): Day => daysAfter(dayOf(now), 1 - days);

/** The Monday of the first of the last `weeks` weeks, including this one. */
export const firstOfWeeks = (now: Date, weeks: number): Day =>
  daysAfter(mondayOf(dayOf(now)), 7 * (1 - weeks));

export function byDay(counts: Counts, now: Date, days: number): DailyVisits {
  const first = firstOfDays(now, days);
  return Array.from({ length: days }, (_, index) => {
    const date = daysAfter(first, index);
    return { date, visits: counts.get(date) ?? 0 };
  });
}

export function byWeek(counts: Counts, now: Date, weeks: number): WeeklyVisits {
  const first = firstOfWeeks(now, weeks);
  return Array.from({ length: weeks }, (_, index) => {
    const week = daysAfter(first, 7 * index);
    const visits = [0, 1, 2, 3, 4, 5, 6].reduce(
      (sum, day) => sum + (counts.get(daysAfter(week, day)) ?? 0),
      0,
    );
    return { week, visits };
  });
}
