import { formatWhole } from '@naughty-list/contracts/tokens';
import { useEffect, useState } from 'react';

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
] as const;

/** `Just now` under a minute, then whole minutes, hours and days ago. A future time is `Just now`. */
export function relativeTime(time: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - time.getTime()) / 1000);
  const unit = units.find((candidate) => seconds >= candidate.seconds);
  if (!unit) return 'Just now';
  const count = Math.floor(seconds / unit.seconds);
  return `${formatWhole(count)} ${unit.name}${count === 1 ? '' : 's'} ago`;
}

let wholeTime: Intl.DateTimeFormat | undefined;

/** Full date and time in the visitor's time zone, for a tooltip. */
export function absoluteTime(time: Date): string {
  // Created once: a formatter costs as much as rendering an entry.
  wholeTime ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });
  return wholeTime.format(time);
}

/** The current time, updated every minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether a moment, in milliseconds since 1970, has passed; undefined and infinity never pass. */
export function useHasPassed(moment = Number.POSITIVE_INFINITY): boolean {
  const [hasPassed, setHasPassed] = useState(() => Date.now() >= moment);
  useEffect(() => {
    const leftMs = moment - Date.now();
    setHasPassed(leftMs <= 0);
    if (leftMs <= 0 || leftMs === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => setHasPassed(true), leftMs);
    return () => clearTimeout(timer);
  }, [moment]);
  return hasPassed;
}

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
