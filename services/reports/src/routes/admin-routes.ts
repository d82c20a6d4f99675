import type { Route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { listAdminNiceReportsRoute, listAdminReportsRoute, listAuditLogRoute } from './admin-lists.ts';
import { editNiceReportRoute } from './edit-nice-report.ts';
import { editReportRoute } from './edit-report.ts';
import {
  deleteMatchingReportsRoute,
  deleteNiceReportRoute,
  deleteNiceReportsRoute,
  deleteReportRoute,
  deleteReportsRoute,
  markNiceReportsReadRoute,
  publishNiceReportsRoute,
  publishReportsRoute,
  refreshProfileImageRoute,
  restoreDeletedRoute,
  undoAccountRoute,
} from './moderation.ts';
import { erasePersonalDataRoute, exportPersonalDataRoute } from './personal-data.ts';

/** The routes for admins. */
export function adminRoutes(context: Context): Route[] {
  return [
    listAdminReportsRoute(context),
    editReportRoute(context),
    deleteReportRoute(context),
    deleteReportsRoute(context),
    deleteMatchingReportsRoute(context),
    publishReportsRoute(context),
    refreshProfileImageRoute(context),
    listAdminNiceReportsRoute(context),
    editNiceReportRoute(context),
    deleteNiceReportRoute(context),
    deleteNiceReportsRoute(context),
    publishNiceReportsRoute(context),
    markNiceReportsReadRoute(context),
    listAuditLogRoute(context),
    restoreDeletedRoute(context),
    undoAccountRoute(context),
    exportPersonalDataRoute(context),
    erasePersonalDataRoute(context),
  ];
}
