import { ApiError } from '@naughty-list/contracts/errors';
import { niceReportTexts, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { type Route, route } from '@naughty-list/service-kit/route';
import type { Context } from '../context.ts';
import { toNiceReport } from '../nice-reports/nice-report.ts';
import { submit } from '../nice-reports/submit.ts';

export function submitNiceReportRoute({ db, config, clock, countSubmission }: Context): Route {
  return route(submitNiceReport, async ({ body }) => {
    const praisesPerDay = config.PRAISES_PER_USERNAME_PER_DAY;
    const submitted = await submit(db, body, { now: clock.now(), praisesPerDay });
    countSubmission({ list: 'nice', outcome: submitted.outcome });
    switch (submitted.outcome) {
      case 'added': {
        const report = toNiceReport(submitted.report);
        return { ...report, message: niceReportTexts.added(report.username) };
      }
      case 'already-praised':
        throw new ApiError('post_already_praised', niceReportTexts.alreadyPraised);
      case 'too-many':
        throw new ApiError('too_many_requests', niceReportTexts.praisedTooOften, {
          retryAfter: submitted.retryAfterSeconds,
        });
    }
  });
}
