import { listAdminReports } from '@naughty-list/contracts/admin-reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { find } from '../moderation/find.ts';
import { sinceOf } from '../moderation/since.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';
import { answerAdminList } from './answer-admin-list.ts';

export function listAdminReportsRoute({ db, clock }: Context): Route {
  return route(listAdminReports, async ({ query: { reported, ...query } }) => {
    const since = sinceOf(reported, clock.now());
    const { views, total } = await find(db, moderatedReports, { ...query, since });
    return answerAdminList(views, total);
  });
}
