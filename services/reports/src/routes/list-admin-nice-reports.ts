import { listAdminNiceReports } from '@naughty-list/contracts/admin-reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { find } from '../moderation/find.ts';
import { sinceOf } from '../moderation/since.ts';
import { moderatedNiceReports } from '../nice-reports/moderated-nice-reports.ts';
import { answerAdminList } from './answer-admin-list.ts';

export function listAdminNiceReportsRoute({ db, clock }: Context): Route {
  return route(listAdminNiceReports, async ({ query: { reported, ...query } }) => {
    const since = sinceOf(reported, clock.now());
    const { views, total } = await find(db, moderatedNiceReports, { ...query, state: 'all', since });
    return answerAdminList(views, total);
  });
}
