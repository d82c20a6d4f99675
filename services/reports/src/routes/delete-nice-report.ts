import { deleteNiceReport } from '@naughty-list/contracts/admin-reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { moderatedPraises } from '../nice-reports/moderated-praises.ts';
import { answerDeletion } from './answer-deletion.ts';

export function deleteNiceReportRoute({ db }: Context): Route {
  return route(deleteNiceReport, ({ params, admin }) =>
    answerDeletion(db, moderatedPraises, { id: params.id, admin }),
  );
}
