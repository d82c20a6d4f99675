import { listAuditLog } from '@naughty-list/contracts/audit-log';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { findEntries } from '../audit-log/find.ts';
import type { Context } from '../context.ts';
import { answerAdminList } from './answer-admin-list.ts';

export function listAuditLogRoute({ db }: Context): Route {
  return route(listAuditLog, async ({ query }) => {
    const { entries, total } = await findEntries(db, query);
    return answerAdminList(entries, total);
  });
}
