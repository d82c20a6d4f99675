import { dayRanges } from '@naughty-list/contracts/analytics';
import { classes } from '../../../lib/classes.ts';

type RangeChoiceProps = { days: number; onChoose: (days: number) => void };

/** How many days back. */
export function RangeChoice({ days, onChoose }: RangeChoiceProps) {
  return (
    <fieldset className="flex">
      <legend className="sr-only">Range of days</legend>
      {dayRanges.map((range) => (
        <button
          key={range}
          type="button"
          aria-pressed={range === days}
          onClick={() => onChoose(range)}
          className={classes(
            'figures relative min-h-11 border-2 border-ink-900 px-3 font-bold transition-colors duration-150 not-first:-ml-0.5 first-of-type:rounded-l-sm last-of-type:rounded-r-sm focus-visible:z-10',
            range === days ? 'bg-ink-900 text-parchment-100' : 'hover:bg-parchment-200',
          )}
        >
          {range} days
        </button>
      ))}
    </fieldset>
  );
}
