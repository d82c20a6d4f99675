import { REPORTED_WITHIN_HOURS, type ReportedWithin } from '@naughty-list/contracts/admin-reports';

const HOUR_MS = 3_600_000;

/** The time that the oldest report of a list may have; none where the list reaches back to the first one. */
export function sinceOf(reported: ReportedWithin | undefined, now: Date): Date | undefined {
  return reported && new Date(now.getTime() - REPORTED_WITHIN_HOURS[reported] * HOUR_MS);
}
