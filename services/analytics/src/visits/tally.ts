import type { VisitFilter } from '@naughty-list/contracts/analytics';
import type { Day } from '../calendar.ts';
import type { CountedVisit } from './read-visit.ts';

export type Kind = keyof VisitFilter;

/** Visits of a name (a page, a host, a device or a country; or none) on a day. */
export type Count = { kind: Kind; day: Day; name: string; visits: number };

/** What a batch adds to each roll-up. */
export type Tally = { visitors: number; days: Map<Day, number>; names: Count[] };

const namesOf: Record<Kind, (visit: CountedVisit) => string | undefined> = {
  page: ({ page }) => page,
  referrer: ({ source }) => source,
  device: ({ device }) => device,
  country: ({ country }) => country,
};

export function tally(visits: readonly CountedVisit[]): Tally {
  const days = new Map<Day, number>();
  const names = new Map<string, Count>();
  for (const visit of visits) {
    const { day } = visit;
    days.set(day, (days.get(day) ?? 0) + 1);
    for (const kind of Object.keys(namesOf) as Kind[]) {
      const name = namesOf[kind](visit);
      if (name === undefined) continue;
      const key = `${kind} ${day} ${name}`;
      const known = names.get(key);
      if (known) known.visits += 1;
      else names.set(key, { kind, day, name, visits: 1 });
    }
  }
  const visitors = visits.filter(({ isRepeat }) => !isRepeat).length;
  return { visitors, days, names: [...names.values()] };
}
