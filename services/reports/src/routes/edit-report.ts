import { randomUUID } from 'node:crypto';
import { editReport } from '@naughty-list/contracts/admin-reports';
import { ApiError } from '@naughty-list/contracts/errors';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { edit } from '../moderation/edit.ts';
import { moderatedReports } from '../reports/moderated-reports.ts';

export function editReportRoute({ db }: Context): Route {
  return route(editReport, async ({ params, body, admin }) => {
    const request = { id: params.id, change: body, operationId: randomUUID(), who: admin };
    const report = await edit(db, moderatedReports, request);
    if (!report) throw new ApiError('not_found', reportListTexts.unknownReport);
    return report;
  });
}
