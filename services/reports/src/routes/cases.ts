import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { getCase, getCaseFeed, listStatements } from '@naughty-list/contracts/cases';
import { getOwnReport, withdrawOwnReport } from '@naughty-list/contracts/own-report';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import { findCase } from '../cases/find-case.ts';
import { findOwn, toOwnReport } from '../cases/own-reports/own-report.ts';
import { withdraw } from '../cases/own-reports/withdraw.ts';
import { readCase, readStatements } from '../cases/read-case.ts';
import type { Context } from '../context.ts';
import { createCaseNews } from '../publication/feeds/news.ts';

export function caseRoutes({ db, config, clock }: Context): Route[] {
  return [
    route(getCase, async ({ params }) => readCase(db, await findCase(db, params.username, clock.now()))),
    route(getCaseFeed, async ({ params }) => {
      const shown = await readCase(db, await findCase(db, params.username, clock.now()));
      const atom = createCaseNews(shown, config.PUBLIC_ORIGIN).atom1();
      return new Answer(200, Buffer.from(atom), {
        'cache-control': 'public, max-age=30',
        'content-type': 'application/atom+xml; charset=utf-8',
        // Search engines would keep removed names.
        'x-robots-tag': 'noindex',
      });
    }),
    route(listStatements, async ({ params, query }) => {
      const { id } = await findCase(db, params.username, clock.now());
      return readStatements(db, id, query.after);
    }),
  ];
}

/** The routes of reporters, who send the code of their report or statement in a header. */
export function ownReportRoutes({ db }: Context): Route[] {
  return [
    route(getOwnReport, async ({ raw }) => toOwnReport(db, await findOwn(db, raw.headers[CASE_CODE_HEADER]))),
    route(withdrawOwnReport, async ({ raw }) =>
      toOwnReport(db, await withdraw(db, raw.headers[CASE_CODE_HEADER])),
    ),
  ];
}
