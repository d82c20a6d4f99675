/** Days and weeks are in UTC, whatever the time zone of the machine or database. A day is `2026-12-24`. */
export type Day = string;

const DAY_MS = 24 * 3_600_000;

export const dayOf = (time: Date): Day => time.toISOString().slice(0, 10);

export const daysAfter = (day: Day, days: number): Day =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));

/** The Monday of a day's week. */
export function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return daysAfter(day, -((weekday + 6) % 7));
}
