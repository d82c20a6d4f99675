import { deleteReport } from '@naughty-list/contracts/admin-reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';
import { answerDeletion } from './answer-deletion.ts';

export function deleteReportRoute({ db }: Context): Route {
  return route(deleteReport, ({ params, admin }) =>
    answerDeletion(db, moderatedReports, { id: params.id, admin }),
  );
}
