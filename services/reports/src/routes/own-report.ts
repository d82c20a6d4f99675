import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { getOwnReport, withdrawOwnReport } from '@naughty-list/contracts/own-report';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { findOwn, toOwnReport } from '../cases/own-reports/own-report.ts';
import { withdraw } from '../cases/own-reports/withdraw.ts';
import type { Context } from '../context.ts';

/** What reporters see and do with the code they got for a report or statement. */
export function ownReportRoutes({ db }: Context): Route[] {
  return [
    route(getOwnReport, async ({ raw }) => toOwnReport(db, await findOwn(db, raw.headers[CASE_CODE_HEADER]))),
    route(withdrawOwnReport, async ({ raw }) =>
      toOwnReport(db, await withdraw(db, raw.headers[CASE_CODE_HEADER])),
    ),
  ];
}
