import { formatWhole } from '@naughty-list/contracts/whole-number';

const formats = {
  /** `Nov 20` */
  short: { day: 'numeric', month: 'short' },
  /** `Fri, November 20, 2026` */
  long: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
} as const;

/** A UTC day of the server (`YYYY-MM-DD`) as text, independent of the browser's time zone. */
export function dayText(day: string, format: keyof typeof formats): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { ...formats[format], timeZone: 'UTC' });
}

/** `1 visit`, `1,234 visits`. */
export function visitsText(visits: number): string {
  return `${formatWhole(visits)} ${visits === 1 ? 'visit' : 'visits'}`;
}
