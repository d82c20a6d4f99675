import { randomUUID } from 'node:crypto';
import * as reports from '@naughty-list/contracts/admin-reports';
import * as audit from '@naughty-list/contracts/audit-log';
import { ApiError } from '@naughty-list/contracts/errors';
import { niceReportTexts } from '@naughty-list/contracts/nice-reports';
import * as personal from '@naughty-list/contracts/personal-data';
import { UNKNOWN_REPORT } from '@naughty-list/contracts/primitives';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { findEntries } from '../desk/audit-log/find.ts';
import { undoAccount, undoOperation } from '../desk/audit-log/undo.ts';
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
import { refreshProfileImage } from '../register/reports/refresh-profile-image.ts';

const HOUR_MS = 3_600_000;

/** What admins do with both lists, the audit log and personal data. */
export function adminRoutes({ db, clock, decisionLimit, log }: Context): Route[] {
  /** What an admin does, as one operation by which it can be undone. */
  const by = (who: string) => ({ operationId: randomUUID(), who });
  /** The creation time of the oldest report to include; undefined for no limit. */
  const sinceOf = (reported: reports.ReportedWithin | undefined) =>
    reported && new Date(clock.now().getTime() - reports.REPORTED_WITHIN_HOURS[reported] * HOUR_MS);
  /** 204 with the id of the operation; 404 when there is none. */
  const deleteOne = async (kind: Deletable, id: number, admin: string) => {
    const operation = by(admin);
    const deleted = await deleteReports(db, kind, { ids: [id], ...operation, decisionLimit });
    if (deleted.length === 0) throw unknownReport();
    return new Answer(204, undefined, { [reports.OPERATION_ID_HEADER]: operation.operationId });
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
    route(reports.listAdminReports, async ({ query: { reported, ...query } }) => {
      const { views, total } = await find(db, moderatedReports, { ...query, since: sinceOf(reported) });
      return listAnswer(views, total);
    }),
    route(reports.listAdminNiceReports, async ({ query: { reported, ...query } }) => {
      const { views, total } = await find(db, moderatedNiceReports, { ...query, since: sinceOf(reported) });
      return listAnswer(views, total);
    }),
    route(audit.listAuditLog, async ({ query }) => {
      const { entries, total } = await findEntries(db, query);
      return listAnswer(entries, total);
    }),
    route(reports.editReport, async ({ params, body, admin }) => {
      const report = await edit(db, moderatedReports, { id: params.id, change: body, ...by(admin) });
      if (!report) throw unknownReport();
      return report;
    }),
    route(reports.editNiceReport, async ({ params, body, admin }) => {
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
    route(reports.deleteReport, ({ params, admin }) => deleteOne(moderatedReports, params.id, admin)),
    route(reports.deleteNiceReport, ({ params, admin }) => deleteOne(moderatedNiceReports, params.id, admin)),
    route(reports.deleteReports, ({ body, admin }) => deleteMany(moderatedReports, body.ids, admin)),
    route(reports.deleteNiceReports, ({ body, admin }) => deleteMany(moderatedNiceReports, body.ids, admin)),
    route(reports.deleteMatchingReports, ({ body, admin }) =>
      deleteMatching(db, { ...body, ...by(admin), decisionLimit }),
    ),
    route(reports.publishReports, ({ body, admin }) => publishMany(publishHeld, body.ids, admin)),
    route(reports.publishNiceReports, ({ body, admin }) => publishMany(publishPraises, body.ids, admin)),
    route(reports.markNiceReportsRead, async ({ body, admin }) => {
      const operation = by(admin);
      return {
        operationId: operation.operationId,
        read: await markPraisesRead(db, { ids: body.ids, ...operation }),
      };
    }),
    route(reports.refreshProfileImage, async ({ params, admin }) => {
      const report = await refreshProfileImage(db, { id: params.id, ...by(admin) });
      if (!report) throw unknownReport();
      return { username: report.username };
    }),
    route(audit.restoreDeleted, async ({ params, admin: who, role }) => {
      const only = role === 'admin' ? undefined : who;
      const undone = await undoOperation(db, { operationId: params.operationId, who, role, only });
      if (!undone) throw new ApiError('not_found', audit.auditLogTexts.unknownOperation);
      return undone;
    }),
    route(audit.undoAccount, ({ body, admin: who, role }) => undoAccount(db, body, { who, role })),
    route(personal.exportPersonalData, async ({ query }) => {
      const data = await exportData(db, query);
      if (!data) throw new ApiError('not_found', personal.personalDataTexts.nothingStored);
      return data;
    }),
    route(personal.erasePersonalData, async ({ body, admin }) => {
      const erased = await erase(db, { subject: body, who: admin });
      if (!erased) throw new ApiError('not_found', personal.personalDataTexts.nothingStored);
      log.info(erased, 'personal data erased');
      return erased;
    }),
  ];
}

const unknownReport = () => new ApiError('not_found', UNKNOWN_REPORT);

/** The result of an operation, with its id. */
const operationAnswer = <Result extends object>(operationId: string, result: Result) =>
  new Answer(200, { operationId, ...result }, { [reports.OPERATION_ID_HEADER]: operationId });

/** A page of an admin list with the total number of matches; never cached. */
const listAnswer = <View>(views: View[], total: number) =>
  new Answer(200, views, { 'x-total-count': String(total), 'cache-control': 'no-store' });
