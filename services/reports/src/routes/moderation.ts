import { randomUUID } from 'node:crypto';
import {
  deleteMatchingReports,
  deleteNiceReport,
  deleteNiceReports,
  deleteReport,
  deleteReports,
  markNiceReportsRead,
  OPERATION_ID_HEADER,
  publishNiceReports,
  publishReports,
  refreshProfileImage,
} from '@naughty-list/contracts/admin-reports';
import { auditLogTexts, restoreDeleted, undoAccount } from '@naughty-list/contracts/audit-log';
import { ApiError } from '@naughty-list/contracts/errors';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import { undoAccount as undoAll, undoOperation } from '../audit-log/undo.ts';
import type { Context } from '../context.ts';
import { markPraisesRead } from '../nice-reports/mark-read.ts';
import { moderatedNiceReports } from '../nice-reports/moderated-nice-reports.ts';
import { publishPraises } from '../nice-reports/publish.ts';
import { deleteMatching } from '../reports/delete-matching.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';
import { publish } from '../reports/publish.ts';
import { refreshProfileImage as refresh } from '../reports/refresh-profile-image.ts';
import { answerBulkDeletion, answerDeletion } from './answer-deletion.ts';

export function deleteReportRoute({ db, share }: Context): Route {
  return route(deleteReport, ({ params, admin }) =>
    answerDeletion(db, moderatedReports, { id: params.id, admin, share }),
  );
}

export function deleteReportsRoute({ db, share }: Context): Route {
  return route(deleteReports, ({ body, admin }) =>
    answerBulkDeletion(db, moderatedReports, { ids: body.ids, admin, share }),
  );
}

export function deleteMatchingReportsRoute({ db, share }: Context): Route {
  return route(deleteMatchingReports, ({ body, admin }) =>
    deleteMatching(db, { ...body, operationId: randomUUID(), who: admin, share }),
  );
}

export function deleteNiceReportRoute({ db, share }: Context): Route {
  return route(deleteNiceReport, ({ params, admin }) =>
    answerDeletion(db, moderatedNiceReports, { id: params.id, admin, share }),
  );
}

export function deleteNiceReportsRoute({ db, share }: Context): Route {
  return route(deleteNiceReports, ({ body, admin }) =>
    answerBulkDeletion(db, moderatedNiceReports, { ids: body.ids, admin, share }),
  );
}

export function publishReportsRoute({ db }: Context): Route {
  return route(publishReports, async ({ body, admin }) => {
    const operationId = randomUUID();
    const published = await publish(db, { ids: body.ids, operationId, who: admin });
    return new Answer(200, { operationId, ...published }, { [OPERATION_ID_HEADER]: operationId });
  });
}

export function publishNiceReportsRoute({ db }: Context): Route {
  return route(publishNiceReports, async ({ body, admin }) => {
    const operationId = randomUUID();
    const published = await publishPraises(db, { ids: body.ids, operationId, who: admin });
    return new Answer(200, { operationId, ...published }, { [OPERATION_ID_HEADER]: operationId });
  });
}

export function markNiceReportsReadRoute({ db }: Context): Route {
  return route(markNiceReportsRead, async ({ body, admin }) => {
    const operationId = randomUUID();
    return { operationId, read: await markPraisesRead(db, { ids: body.ids, operationId, who: admin }) };
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
  return route(restoreDeleted, async ({ params, admin: who, role }) => {
    const only = role === 'admin' ? undefined : who;
    const undone = await undoOperation(db, { operationId: params.operationId, who, role, only });
    if (!undone) throw new ApiError('not_found', auditLogTexts.unknownOperation);
    return undone;
  });
}

export function undoAccountRoute({ db }: Context): Route {
  return route(undoAccount, ({ body, admin: who, role }) => undoAll(db, body, { who, role }));
}
