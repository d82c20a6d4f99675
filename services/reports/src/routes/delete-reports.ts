import { deleteReports } from '@naughty-list/contracts/admin-reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';
import { answerBulkDeletion } from './answer-deletion.ts';

export function deleteReportsRoute({ db }: Context): Route {
  return route(deleteReports, ({ body, admin }) =>
    answerBulkDeletion(db, moderatedReports, { ids: body.ids, admin }),
  );
}
