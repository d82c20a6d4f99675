import type { DailyVisits } from '@naughty-list/contracts/analytics';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { dayText, visitsText } from './day-text.ts';
import { trendOf } from './trend.ts';

/** One column per day; today is the last. `previous` is the period before, undefined until it is read. */
export function DailyChart({ days, previous }: { days: DailyVisits; previous: DailyVisits | undefined }) {
  const columns = days.map(({ date, visits }, index) => ({
    key: date,
    label: dayText(date, 'short'),
    name: dayText(date, 'long'),
    value: visits,
    before: previous?.[index]?.visits,
    isUnfinished: index === days.length - 1,
  }));
  return (
    <div className="grid gap-2">
      <BarChart
        label={`Visits in the last ${days.length} days`}
        columnName="Day"
        valueName="Visits"
        columns={columns}
        inWords={visitsText}
      />
      <p className="figures min-h-6 text-ink-700">{previous && comparison(days, previous)}</p>
    </div>
  );
}

/** `1,204 visits, up 20.4% from the 30 days before (1,000). A line marks each of those days.` */
function comparison(days: DailyVisits, previous: DailyVisits): string {
  const { direction, percent, latest, prior } = trendOf(days, previous);
  const change = direction === 'none' ? 'as many as in' : `${direction} ${percent} from`;
  return `${visitsText(latest)}, ${change} the ${days.length} days before (${formatWhole(prior)}). A line marks each of those days.`;
}
