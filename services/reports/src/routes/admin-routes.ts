import type { Route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { deleteMatchingReportsRoute } from './delete-matching-reports.ts';
import { deleteNiceReportRoute } from './delete-nice-report.ts';
import { deleteNiceReportsRoute } from './delete-nice-reports.ts';
import { deleteReportRoute } from './delete-report.ts';
import { deleteReportsRoute } from './delete-reports.ts';
import { editNiceReportRoute } from './edit-nice-report.ts';
import { editReportRoute } from './edit-report.ts';
import { listAdminNiceReportsRoute } from './list-admin-nice-reports.ts';
import { listAdminReportsRoute } from './list-admin-reports.ts';
import { listAuditLogRoute } from './list-audit-log.ts';
import { erasePersonalDataRoute, exportPersonalDataRoute } from './personal-data.ts';
import { publishReportsRoute } from './publish-reports.ts';
import { refreshProfileImageRoute } from './refresh-profile-image.ts';
import { restoreDeletedRoute } from './restore-deleted.ts';

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
    listAuditLogRoute(context),
    restoreDeletedRoute(context),
    exportPersonalDataRoute(context),
    erasePersonalDataRoute(context),
  ];
}
