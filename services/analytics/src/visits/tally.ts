import type { VisitFilter } from '@naughty-list/contracts/analytics';
import type { Day } from '../calendar.ts';
import type { CountedVisit } from './read-visit.ts';

/** Besides what visits are filtered by: all of them, and those of visitors who were not counted recently. */
export type Kind = keyof VisitFilter | 'all' | 'visitor';

/** Visits of a name (a page, a host, a device or a country; or none) on a day. */
export type Count = { kind: Kind; day: Day; name: string; visits: number };

const namesOf: Record<Kind, (visit: CountedVisit) => string | undefined> = {
  all: () => '',
  visitor: ({ isRepeat }) => (isRepeat ? undefined : ''),
  page: ({ page }) => page,
  referrer: ({ source }) => source,
  device: ({ device }) => device,
  country: ({ country }) => country,
};

/** What a batch adds to the roll-ups. */
export function tally(visits: readonly CountedVisit[]): Count[] {
  const names = new Map<string, Count>();
  for (const visit of visits) {
    const { day } = visit;
    for (const kind of Object.keys(namesOf) as Kind[]) {
      const name = namesOf[kind](visit);
      if (name === undefined) continue;
      const key = `${kind} ${day} ${name}`;
      const known = names.get(key);
      if (known) known.visits += 1;
      else names.set(key, { kind, day, name, visits: 1 });
    }
  }
  return [...names.values()];
}
