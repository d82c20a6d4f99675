import { auditLogTexts, restoreDeleted } from '@naughty-list/contracts/audit-log';
import { ApiError } from '@naughty-list/contracts/errors';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { restore } from '../audit-log/restore.ts';
import type { Context } from '../context.ts';

export function restoreDeletedRoute({ db }: Context): Route {
  return route(restoreDeleted, async ({ params, admin }) => {
    const restored = await restore(db, { operationId: params.operationId, who: admin });
    if (!restored) throw new ApiError('not_found', auditLogTexts.unknownOperation);
    return restored;
  });
}
