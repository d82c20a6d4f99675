import type { DailyVisits } from '@naughty-list/contracts/analytics';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { dayText, visitsText } from './day-text.ts';

/** One column per day; today is the last. */
export function DailyChart({ days }: { days: DailyVisits }) {
  const columns = days.map(({ date, visits }, index) => ({
    key: date,
    label: dayText(date, 'short'),
    name: dayText(date, 'long'),
    value: visits,
    isUnfinished: index === days.length - 1,
  }));
  return (
    <BarChart
      label={`Visits of the last ${days.length} days`}
      columnName="Day"
      valueName="Visits"
      columns={columns}
      inWords={visitsText}
    />
  );
}
