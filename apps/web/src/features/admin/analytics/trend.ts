import type { DailyVisits } from '@naughty-list/contracts/analytics';

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
