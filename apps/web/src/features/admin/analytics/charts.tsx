import type { DailyVisits } from '@naughty-list/contracts/analytics';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { barPercent } from '../../../ui/chart/axis.ts';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';

type VisitsChartProps = {
  unit: 'day' | 'week';
  /** Counts by the first day; the last is unfinished. */
  counts: readonly { date: string; visits: number }[];
  /** The period before; undefined while loading. */
  previous?: DailyVisits | undefined;
};

/** One column per day or week. */
export function VisitsChart({ unit, counts, previous }: VisitsChartProps) {
  return (
    <BarChart
      label={`Visits in the last ${counts.length} ${unit}s`}
      columnName={unit === 'day' ? 'Day' : 'Week'}
      valueName="Visits"
      columns={counts.map(({ date, visits }, index) => ({
        key: date,
        label: dayText(date, 'short'),
        name: `${unit === 'week' ? 'Week of ' : ''}${dayText(date, 'long')}`,
        value: visits,
        before: previous?.[index]?.visits,
        isUnfinished: index === counts.length - 1,
      }))}
      inWords={visitsText}
    />
  );
}

/** `1,204 visits, up 20.4% from the 30 days before (1,000). The line across each column …` */
export function comparison(days: DailyVisits, previous: DailyVisits): string {
  const { direction, percent, latest, prior } = trendOf(days, previous);
  const change = direction === 'none' ? 'as many as in' : `${direction} ${percent} from`;
  return `${visitsText(latest)}, ${change} the ${days.length} days before (${formatWhole(prior)}). The line across each column shows the visits ${days.length} days earlier.`;
}

const DAYS_SHOWN = 10;

/** The latest ten days, newest first, each with a bar. */
export function LatestDays({ days }: { days: DailyVisits }) {
  const shown = days.slice(-DAYS_SHOWN).reverse();
  const max = Math.max(0, ...shown.map(({ visits }) => visits));
  return (
    <ol className="grid">
      {shown.map(({ date, visits }, index) => (
        <li
          key={date}
          className="figures grid grid-cols-[6.5rem_1fr_auto] items-center gap-3 border-t border-parchment-300 py-1.5 first:border-t-0"
        >
          <time dateTime={date} title={dayText(date, 'long')}>
            {index === 0 ? 'Today' : dayText(date, 'short')}
          </time>
          <span aria-hidden="true" className="h-5 rounded-sm bg-parchment-200">
            <span
              data-bar
              className={
                index === 0 ? 'block h-full rounded-sm bg-gold-600' : 'block h-full rounded-sm bg-pine-500'
              }
              style={{ width: `${barPercent(visits, max)}%` }}
            />
          </span>
          <span className="min-w-24 text-right font-bold">{visitsText(visits)}</span>
        </li>
      ))}
    </ol>
  );
}

const formats = {
  /** `Nov 20` */
  short: { day: 'numeric', month: 'short' },
  /** `Fri, November 20, 2026` */
  long: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
} as const;

/** A UTC day of the server (`YYYY-MM-DD`) as text, independent of the browser's time zone. */
function dayText(day: string, format: keyof typeof formats): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { ...formats[format], timeZone: 'UTC' });
}

/** `1 visit`, `1,234 visits`. */
function visitsText(visits: number): string {
  return `${formatWhole(visits)} ${visits === 1 ? 'visit' : 'visits'}`;
}

const DAYS_PER_WEEK = 7;

export type Trend = { direction: 'up' | 'down' | 'none'; percent: string; latest: number; prior: number };

const sum = (days: DailyVisits) => days.reduce((total, { visits }) => total + visits, 0);

/**
 * The latest seven days against the seven before (specification, section 9): up 100% if only those before had no visits,
 * otherwise the absolute change in percent with one decimal. `days` are oldest first.
 */
export function weeklyTrend(days: DailyVisits): Trend {
  return trendOf(days.slice(-DAYS_PER_WEEK), days.slice(-2 * DAYS_PER_WEEK, -DAYS_PER_WEEK));
}

/** The visits of one period against those of the one before. */
export function trendOf(latestDays: DailyVisits, priorDays: DailyVisits): Trend {
  const [latest, prior] = [sum(latestDays), sum(priorDays)];
  if (latest === prior) return { direction: 'none', percent: '0%', latest, prior };
  if (prior === 0) return { direction: 'up', percent: '100%', latest, prior };
  const change = ((latest - prior) / prior) * 100;
  return {
    direction: change > 0 ? 'up' : 'down',
    percent: `${Math.abs(change).toFixed(1)}%`,
    latest,
    prior,
  };
}
