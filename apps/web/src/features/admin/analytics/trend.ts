import type { DailyVisits } from '@naughty-list/contracts/analytics';

const DAYS_PER_WEEK = 7;

export type Trend = { isUp: boolean; percent: string; latest: number; prior: number };

const sum = (days: DailyVisits) => days.reduce((total, { visits }) => total + visits, 0);

/**
 * The latest seven days against the seven before (specification, section 9): up 100% if those had no visits, otherwise
 * the absolute change in percent with one decimal. `days` are oldest first.
 */
export function weeklyTrend(days: DailyVisits): Trend {
  const latest = sum(days.slice(-DAYS_PER_WEEK));
  const prior = sum(days.slice(-2 * DAYS_PER_WEEK, -DAYS_PER_WEEK));
  if (prior === 0) return { isUp: true, percent: '100%', latest, prior };
  const change = ((latest - prior) / prior) * 100;
  return { isUp: change >= 0, percent: `${Math.abs(change).toFixed(1)}%`, latest, prior };
}
