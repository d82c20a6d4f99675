import { listAdminReports } from '@naughty-list/contracts/admin-reports';
import { type Route, route } from '@naughty-list/service-kit/route';
import type { Context } from '../context.ts';
import { find } from '../moderation/find.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';
import { answerAdminList } from './answer-admin-list.ts';

export function listAdminReportsRoute({ db }: Context): Route {
  return route(listAdminReports, async ({ query }) => {
    const { views, total } = await find(db, moderatedReports, query);
    return answerAdminList(views, total);
  });
}
