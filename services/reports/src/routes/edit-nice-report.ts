import { randomUUID } from 'node:crypto';
import { editNiceReport } from '@naughty-list/contracts/admin-reports';
import { ApiError } from '@naughty-list/contracts/errors';
import { niceReportTexts } from '@naughty-list/contracts/nice-reports';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { applyNiceReportEdit } from '../nice-reports/edit.ts';

export function editNiceReportRoute({ db }: Context): Route {
  return route(editNiceReport, async ({ params, body, admin }) => {
    const request = { id: params.id, change: body, operationId: randomUUID(), who: admin };
    const edited = await applyNiceReportEdit(db, request);
    switch (edited.outcome) {
      case 'edited':
        return edited.niceReport;
      case 'unknown':
        throw new ApiError('not_found', reportListTexts.unknownReport);
      case 'already-praised':
        throw new ApiError('post_already_praised', niceReportTexts.alreadyListed);
    }
  });
}
