import {
  listAdminNiceReports,
  listAdminReports,
  REPORTED_WITHIN_HOURS,
  type ReportedWithin,
} from '@naughty-list/contracts/admin-reports';
import { listAuditLog } from '@naughty-list/contracts/audit-log';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import { findEntries } from '../audit-log/find.ts';
import type { Context } from '../context.ts';
import { find } from '../moderation/find.ts';
import { moderatedNiceReports } from '../nice-reports/moderated-nice-reports.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';

const HOUR_MS = 3_600_000;

/** The creation time of the oldest report to include; undefined for no limit. */
function sinceOf(reported: ReportedWithin | undefined, now: Date): Date | undefined {
  return reported && new Date(now.getTime() - REPORTED_WITHIN_HOURS[reported] * HOUR_MS);
}

export function listAdminReportsRoute({ db, clock }: Context): Route {
  return route(listAdminReports, async ({ query: { reported, ...query } }) => {
    const since = sinceOf(reported, clock.now());
    const { views, total } = await find(db, moderatedReports, { ...query, since });
    return answerAdminList(views, total);
  });
}

export function listAdminNiceReportsRoute({ db, clock }: Context): Route {
  return route(listAdminNiceReports, async ({ query: { reported, ...query } }) => {
    const since = sinceOf(reported, clock.now());
    const { views, total } = await find(db, moderatedNiceReports, { ...query, since });
    return answerAdminList(views, total);
  });
}

export function listAuditLogRoute({ db }: Context): Route {
  return route(listAuditLog, async ({ query }) => {
    const { entries, total } = await findEntries(db, query);
    return answerAdminList(entries, total);
  });
}

/** A page of an admin list with the total number of matches; never cached. */
function answerAdminList<View>(views: View[], total: number): Answer<View[]> {
  return new Answer(200, views, { 'x-total-count': String(total), 'cache-control': 'no-store' });
}
