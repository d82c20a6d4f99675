import { randomUUID } from 'node:crypto';
import {
  deleteMatchingReports,
  deleteNiceReport,
  deleteNiceReports,
  deleteReport,
  deleteReports,
  OPERATION_ID_HEADER,
  publishReports,
  refreshProfileImage,
} from '@naughty-list/contracts/admin-reports';
import { auditLogTexts, restoreDeleted } from '@naughty-list/contracts/audit-log';
import { ApiError } from '@naughty-list/contracts/errors';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import { restore } from '../audit-log/restore.ts';
import type { Context } from '../context.ts';
import { moderatedNiceReports } from '../nice-reports/moderated-nice-reports.ts';
import { deleteMatching } from '../reports/delete-matching.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';
import { publish } from '../reports/publish.ts';
import { refreshProfileImage as refresh } from '../reports/refresh-profile-image.ts';
import { answerBulkDeletion, answerDeletion } from './answer-deletion.ts';

export function deleteReportRoute({ db }: Context): Route {
  return route(deleteReport, ({ params, admin }) =>
    answerDeletion(db, moderatedReports, { id: params.id, admin }),
  );
}

export function deleteReportsRoute({ db }: Context): Route {
  return route(deleteReports, ({ body, admin }) =>
    answerBulkDeletion(db, moderatedReports, { ids: body.ids, admin }),
  );
}

export function deleteMatchingReportsRoute({ db }: Context): Route {
  return route(deleteMatchingReports, ({ body, admin }) =>
    deleteMatching(db, { ...body, operationId: randomUUID(), who: admin }),
  );
}

export function deleteNiceReportRoute({ db }: Context): Route {
  return route(deleteNiceReport, ({ params, admin }) =>
    answerDeletion(db, moderatedNiceReports, { id: params.id, admin }),
  );
}

export function deleteNiceReportsRoute({ db }: Context): Route {
  return route(deleteNiceReports, ({ body, admin }) =>
    answerBulkDeletion(db, moderatedNiceReports, { ids: body.ids, admin }),
  );
}

export function publishReportsRoute({ db }: Context): Route {
  return route(publishReports, async ({ body, admin }) => {
    const operationId = randomUUID();
    const published = await publish(db, { ids: body.ids, operationId, who: admin });
    return new Answer(200, { operationId, ...published }, { [OPERATION_ID_HEADER]: operationId });
  });
}

export function refreshProfileImageRoute({ db }: Context): Route {
  return route(refreshProfileImage, async ({ params, admin }) => {
    const report = await refresh(db, { id: params.id, operationId: randomUUID(), who: admin });
    if (!report) throw new ApiError('not_found', reportListTexts.unknownReport);
    return { username: report.username };
  });
}

export function restoreDeletedRoute({ db }: Context): Route {
  return route(restoreDeleted, async ({ params, admin }) => {
    const restored = await restore(db, { operationId: params.operationId, who: admin });
    if (!restored) throw new ApiError('not_found', auditLogTexts.unknownOperation);
    return restored;
  });
}
