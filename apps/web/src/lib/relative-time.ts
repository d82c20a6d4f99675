import { formatWhole } from '@naughty-list/contracts/tokens';

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
