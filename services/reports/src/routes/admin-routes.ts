import { randomUUID } from 'node:crypto';
import {
  deleteMatchingReports,
  deleteNiceReport,
  deleteNiceReports,
  deleteReport,
  deleteReports as deleteReportsEndpoint,
  editNiceReport,
  editReport,
  listAdminNiceReports,
  listAdminReports,
  markNiceReportsRead,
  OPERATION_ID_HEADER,
  publishNiceReports,
  publishReports,
  REPORTED_WITHIN_HOURS,
  type ReportedWithin,
  refreshProfileImage,
} from '@naughty-list/contracts/admin-reports';
import { auditLogTexts, listAuditLog, restoreDeleted, undoAccount } from '@naughty-list/contracts/audit-log';
import { ApiError } from '@naughty-list/contracts/errors';
import { niceReportTexts } from '@naughty-list/contracts/nice-reports';
import {
  erasePersonalData,
  exportPersonalData,
  personalDataTexts,
} from '@naughty-list/contracts/personal-data';
import { UNKNOWN_REPORT } from '@naughty-list/contracts/primitives';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { findEntries } from '../desk/audit-log/find.ts';
import { undoAccount as undoAll, undoOperation } from '../desk/audit-log/undo.ts';
import { deleteMatching, deleteReports } from '../desk/moderation/delete.ts';
import { applyNiceReportEdit, edit } from '../desk/moderation/edit.ts';
import { find } from '../desk/moderation/find.ts';
import { type Publish, publish, publishHeld } from '../desk/moderation/publish.ts';
import { erase } from '../desk/personal-data/erase.ts';
import { exportData } from '../desk/personal-data/export.ts';
import type { Deletable } from '../record/entity.ts';
import { moderatedNiceReports } from '../register/nice-reports/nice-report.ts';
import { markPraisesRead, publishPraises } from '../register/nice-reports/publish.ts';
import { moderatedReports } from '../register/reports/moderated-reports.ts';
import { refreshProfileImage as refresh } from '../register/reports/refresh-profile-image.ts';

const HOUR_MS = 3_600_000;

/** What admins do with both lists, the audit log and personal data. */
export function adminRoutes({ db, clock, decisionLimit, log }: Context): Route[] {
  /** What an admin does, as one operation by which it can be undone. */
  const by = (who: string) => ({ operationId: randomUUID(), who });
  /** The creation time of the oldest report to include; undefined for no limit. */
  const sinceOf = (reported: ReportedWithin | undefined) =>
    reported && new Date(clock.now().getTime() - REPORTED_WITHIN_HOURS[reported] * HOUR_MS);
  /** 204 with the id of the operation; 404 when there is none. */
  const deleteOne = async (kind: Deletable, id: number, admin: string) => {
    const operation = by(admin);
    const deleted = await deleteReports(db, kind, { ids: [id], ...operation, decisionLimit });
    if (deleted.length === 0) throw unknownReport();
    return new Answer(204, undefined, { [OPERATION_ID_HEADER]: operation.operationId });
  };
  const deleteMany = async (kind: Deletable, ids: number[], admin: string) => {
    const operation = by(admin);
    const deleted = await deleteReports(db, kind, { ids, ...operation, decisionLimit });
    return operationAnswer(operation.operationId, { deleted });
  };
  const publishMany = async (held: Publish, ids: number[], admin: string) => {
    const operation = by(admin);
    return operationAnswer(operation.operationId, await publish(db, { ids, ...operation }, held));
  };
  return [
    route(listAdminReports, async ({ query: { reported, ...query } }) => {
      const { views, total } = await find(db, moderatedReports, { ...query, since: sinceOf(reported) });
      return listAnswer(views, total);
    }),
    route(listAdminNiceReports, async ({ query: { reported, ...query } }) => {
      const { views, total } = await find(db, moderatedNiceReports, { ...query, since: sinceOf(reported) });
      return listAnswer(views, total);
    }),
    route(listAuditLog, async ({ query }) => {
      const { entries, total } = await findEntries(db, query);
      return listAnswer(entries, total);
    }),
    route(editReport, async ({ params, body, admin }) => {
      const report = await edit(db, moderatedReports, { id: params.id, change: body, ...by(admin) });
      if (!report) throw unknownReport();
      return report;
    }),
    route(editNiceReport, async ({ params, body, admin }) => {
      const edited = await applyNiceReportEdit(db, { id: params.id, change: body, ...by(admin) });
      switch (edited.outcome) {
        case 'edited':
          return edited.niceReport;
        case 'unknown':
          throw unknownReport();
        case 'already-praised':
          throw new ApiError('post_already_praised', niceReportTexts.alreadyListed);
      }
    }),
    route(deleteReport, ({ params, admin }) => deleteOne(moderatedReports, params.id, admin)),
    route(deleteNiceReport, ({ params, admin }) => deleteOne(moderatedNiceReports, params.id, admin)),
    route(deleteReportsEndpoint, ({ body, admin }) => deleteMany(moderatedReports, body.ids, admin)),
    route(deleteNiceReports, ({ body, admin }) => deleteMany(moderatedNiceReports, body.ids, admin)),
    route(deleteMatchingReports, ({ body, admin }) =>
      deleteMatching(db, { ...body, ...by(admin), decisionLimit }),
    ),
    route(publishReports, ({ body, admin }) => publishMany(publishHeld, body.ids, admin)),
    route(publishNiceReports, ({ body, admin }) => publishMany(publishPraises, body.ids, admin)),
    route(markNiceReportsRead, async ({ body, admin }) => {
      const operation = by(admin);
      return {
        operationId: operation.operationId,
        read: await markPraisesRead(db, { ids: body.ids, ...operation }),
      };
    }),
    route(refreshProfileImage, async ({ params, admin }) => {
      const report = await refresh(db, { id: params.id, ...by(admin) });
      if (!report) throw unknownReport();
      return { username: report.username };
    }),
    route(restoreDeleted, async ({ params, admin: who, role }) => {
      const only = role === 'admin' ? undefined : who;
      const undone = await undoOperation(db, { operationId: params.operationId, who, role, only });
      if (!undone) throw new ApiError('not_found', auditLogTexts.unknownOperation);
      return undone;
    }),
    route(undoAccount, ({ body, admin: who, role }) => undoAll(db, body, { who, role })),
    route(exportPersonalData, async ({ query }) => {
      const data = await exportData(db, query);
      if (!data) throw new ApiError('not_found', personalDataTexts.nothingStored);
      return data;
    }),
    route(erasePersonalData, async ({ body, admin }) => {
      const erased = await erase(db, { subject: body, who: admin });
      if (!erased) throw new ApiError('not_found', personalDataTexts.nothingStored);
      log.info(erased, 'personal data erased');
      return erased;
    }),
  ];
}

const unknownReport = () => new ApiError('not_found', UNKNOWN_REPORT);

/** The result of an operation, with its id. */
const operationAnswer = <Result extends object>(operationId: string, result: Result) =>
  new Answer(200, { operationId, ...result }, { [OPERATION_ID_HEADER]: operationId });

/** A page of an admin list with the total number of matches; never cached. */
const listAnswer = <View>(views: View[], total: number) =>
  new Answer(200, views, { 'x-total-count': String(total), 'cache-control': 'no-store' });
