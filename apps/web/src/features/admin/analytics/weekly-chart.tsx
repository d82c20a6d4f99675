import type { WeeklyVisits } from '@naughty-list/contracts/analytics';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { dayText, visitsText } from './day-text.ts';

/** One column per week; the current week is the last. */
export function WeeklyChart({ weeks }: { weeks: WeeklyVisits }) {
  const columns = weeks.map(({ week, visits }, index) => ({
    key: week,
    label: dayText(week, 'short'),
    name: `Week of ${dayText(week, 'long')}`,
    value: visits,
    isUnfinished: index === weeks.length - 1,
  }));
  return (
    <BarChart
      label={`Visits in the last ${weeks.length} weeks`}
      columnName="Week"
      valueName="Visits"
      columns={columns}
      inWords={visitsText}
    />
  );
}
