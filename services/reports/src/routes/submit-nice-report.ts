import { ApiError } from '@naughty-list/contracts/errors';
import { niceReportTexts, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { privateDataKinds } from '@naughty-list/privacy-gate/find-private-data';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { type NiceReportRow, toNiceReport } from '../register/nice-reports/nice-report.ts';
import { type Submitted, submit } from '../register/nice-reports/submit.ts';
import { submitOnce } from '../register/submit-once.ts';

export function submitNiceReportRoute({ db, config, constants, countSubmission, reporters }: Context): Route {
  return route(submitNiceReport, async ({ body, raw }) => {
    const kinds = privateDataKinds(body.description);
    if (kinds.length > 0)
      throw new ApiError('invalid_input', privateDataTexts.refused(kinds), { field: 'description' });
    const options = {
      niceReportsPerDay: constants.praisesPerUsernamePerDay,
      perMinute: config.HOLD_REPORTS_ABOVE_PER_MINUTE,
    };
    const reporter = await reporters(raw);
    const { done: submitted, isRetry } = await submitOnce<Submitted>(db, raw, {
      endpoint: 'submit-nice-report',
      body,
      secret: config.INTERNAL_SECRET,
      submit: (trx) => submit(trx, { ...body, reporter }, options),
      toStored: (done) => {
        if ('retryAfterSeconds' in done) return undefined;
        return { outcome: done.outcome, subjectId: 'report' in done ? done.report.id : null };
      },
      load: async ({ subjectId }, trx) => {
        if (subjectId === null) return { outcome: 'already-praised' };
        const report: NiceReportRow | undefined = await trx('nice_reports').where({ id: subjectId }).first();
        if (!report) throw new ApiError('not_found', 'Not found');
        return { outcome: report.held_at ? 'held' : 'added', report };
      },
    });
    if (!isRetry) countSubmission({ list: 'nice', outcome: submitted.outcome });
    switch (submitted.outcome) {
      case 'added': {
        const report = toNiceReport(submitted.report);
        return { ...report, message: niceReportTexts.added(report.username) };
      }
      case 'held':
        return { ...toNiceReport(submitted.report), held: true as const, message: niceReportTexts.held };
      case 'already-praised':
        throw new ApiError('post_already_praised', niceReportTexts.alreadyListed);
      case 'too-many-held':
        throw new ApiError('too_many_requests', reportListTexts.tooManyHeld, {
          retryAfter: submitted.retryAfterSeconds,
        });
    }
  });
}
