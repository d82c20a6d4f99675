import { REPORTED_WITHIN_HOURS, type ReportedWithin } from '@naughty-list/contracts/admin-reports';

const HOUR_MS = 3_600_000;

/** The creation time of the oldest report to include; undefined for no limit. */
export function sinceOf(reported: ReportedWithin | undefined, now: Date): Date | undefined {
  return reported && new Date(now.getTime() - REPORTED_WITHIN_HOURS[reported] * HOUR_MS);
}
