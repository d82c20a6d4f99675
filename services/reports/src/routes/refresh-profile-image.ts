import { randomUUID } from 'node:crypto';
import { refreshProfileImage } from '@naughty-list/contracts/admin-reports';
import { ApiError } from '@naughty-list/contracts/errors';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { refreshProfileImage as refresh } from '../reports/refresh-profile-image.ts';

export function refreshProfileImageRoute({ db }: Context): Route {
  return route(refreshProfileImage, async ({ params, admin }) => {
    const report = await refresh(db, { id: params.id, operationId: randomUUID(), who: admin });
    if (!report) throw new ApiError('not_found', reportListTexts.unknownReport);
    return { username: report.username };
  });
}
