import { formatWhole } from '@naughty-list/contracts/whole-number';

type TopListProps = {
  /** Sorted by visits, descending. `value` is the name that filters. */
  entries: readonly { value: string; name: string; visits: number }[];
  /** The filtered one. */
  chosen: string | undefined;
  /** Filters by an entry, or by none. */
  onChoose: (value: string | undefined) => void;
};

/** A ranked list with visit counts; an entry limits the daily visits to it. */
export function TopList({ entries, chosen, onChoose }: TopListProps) {
  if (entries.length === 0) return <p className="text-ink-700">No visits in this period.</p>;
  return (
    <ol className="grid">
      {entries.map(({ value, name, visits }, index) => (
        <li
          key={value}
          className="figures grid grid-cols-[2rem_1fr_auto] items-center gap-2 border-t border-parchment-300 py-1.5 first:border-t-0"
        >
          <span className="text-ink-700">{index + 1}.</span>
          <button
            type="button"
            aria-pressed={value === chosen}
            title="Show its daily visits"
            onClick={() => onChoose(value === chosen ? undefined : value)}
            className="min-w-0 text-left wrap-anywhere underline decoration-1 underline-offset-4 aria-pressed:font-bold"
          >
            {name}
          </button>
          <span className="text-right font-bold">{formatWhole(visits)}</span>
        </li>
      ))}
    </ol>
  );
}
