import { deleteNiceReport } from '@naughty-list/contracts/admin-reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { moderatedNiceReports } from '../nice-reports/moderated-nice-reports.ts';
import { answerDeletion } from './answer-deletion.ts';

export function deleteNiceReportRoute({ db }: Context): Route {
  return route(deleteNiceReport, ({ params, admin }) =>
    answerDeletion(db, moderatedNiceReports, { id: params.id, admin }),
  );
}
