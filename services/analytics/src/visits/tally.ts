import type { Day } from '../calendar.ts';
import type { CountedVisit } from './read-visit.ts';

/** Visits of a name (a page, a host, or none) on a day. */
export type Count = { day: Day; name: string; visits: number };

/** What a batch adds to each roll-up. */
export type Tally = { visitors: number } & Record<
  'days' | 'pages' | 'referrers' | 'devices' | 'countries',
  Count[]
>;

export function tally(visits: readonly CountedVisit[]): Tally {
  return {
    visitors: visits.filter(({ isRepeat }) => !isRepeat).length,
    days: count(visits, () => ''),
    pages: count(visits, ({ page }) => page),
    referrers: count(visits, ({ source }) => source),
    devices: count(visits, ({ device }) => device),
    countries: count(visits, ({ country }) => country),
  };
}

function count(
  visits: readonly CountedVisit[],
  nameOf: (visit: CountedVisit) => string | undefined,
): Count[] {
  const counts = new Map<string, Count>();
  for (const visit of visits) {
    const name = nameOf(visit);
    if (name === undefined) continue;
    const key = `${visit.day} ${name}`;
    const known = counts.get(key);
    if (known) known.visits += 1;
    else counts.set(key, { day: visit.day, name, visits: 1 });
  }
  return [...counts.values()];
}
