import type { WeeklyVisits } from '@naughty-list/contracts/analytics';
import { BarChart } from './bar-chart.tsx';
import { dayText } from './day-text.ts';

/** One column per week; the current week is the last. */
export function WeeklyChart({ weeks }: { weeks: WeeklyVisits }) {
  const columns = weeks.map(({ week, visits }, index) => ({
    key: week,
    label: dayText(week, 'short'),
    name: `Week of ${dayText(week, 'long')}`,
    visits,
    isUnfinished: index === weeks.length - 1,
  }));
  return <BarChart label={`Visits of the last ${weeks.length} weeks`} columnName="Week" columns={columns} />;
}
