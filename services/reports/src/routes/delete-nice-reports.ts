import { deleteNiceReports } from '@naughty-list/contracts/admin-reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { moderatedNiceReports } from '../nice-reports/moderated-nice-reports.ts';
import { answerBulkDeletion } from './answer-deletion.ts';

export function deleteNiceReportsRoute({ db }: Context): Route {
  return route(deleteNiceReports, ({ body, admin }) =>
    answerBulkDeletion(db, moderatedNiceReports, { ids: body.ids, admin }),
  );
}
