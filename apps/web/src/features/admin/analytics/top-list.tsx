import { formatWhole } from '@naughty-list/contracts/whole-number';
import type { ReactNode } from 'react';

type TopListProps = {
  /** Sorted by visits, descending. */
  entries: readonly { key: string; name: ReactNode; visits: number }[];
  /** Shown when there are no entries. */
  empty: string;
};

/** A ranked list with visit counts. */
export function TopList({ entries, empty }: TopListProps) {
  if (entries.length === 0) return <p className="text-ink-700">{empty}</p>;
  return (
    <ol className="grid">
      {entries.map(({ key, name, visits }, index) => (
        <li
          key={key}
          className="figures grid grid-cols-[2rem_1fr_auto] items-center gap-2 border-t border-parchment-300 py-1.5 first:border-t-0"
        >
          <span className="text-ink-700">{index + 1}.</span>
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span className="text-right font-bold">{formatWhole(visits)}</span>
        </li>
      ))}
    </ol>
  );
}
