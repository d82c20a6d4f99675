import { ApiError } from '@naughty-list/contracts/errors';
import { niceReportTexts, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { privateDataKinds } from '@naughty-list/privacy-gate/find-private-data';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { readKeyedSubmission, submitOnce } from '../idempotency/submit-once.ts';
import { type NiceReportRow, toNiceReport } from '../nice-reports/nice-report.ts';
import { type Submitted, submit } from '../nice-reports/submit.ts';

export function submitNiceReportRoute({ db, config, clock, countSubmission }: Context): Route {
  return route(submitNiceReport, async ({ body, raw }) => {
    // Nice reports are never held.
    const kinds = privateDataKinds(body.description);
    if (kinds.length > 0)
      throw new ApiError('invalid_input', privateDataTexts.refused(kinds), { field: 'description' });
    const niceReportsPerDay = config.PRAISES_PER_USERNAME_PER_DAY;
    const keyed = readKeyedSubmission(raw, {
      endpoint: 'submit-nice-report',
      body,
      secret: config.INTERNAL_SECRET,
    });
    const { done: submitted, isRetry } = await submitOnce<Submitted>(db, keyed, {
      submit: (trx) => submit(trx, body, { now: clock.now(), niceReportsPerDay }),
      toStored: (done) => {
        if (done.outcome === 'too-many') return undefined;
        return { outcome: done.outcome, subjectId: done.outcome === 'added' ? done.report.id : null };
      },
      load: async ({ outcome, subjectId }, trx) => {
        if (outcome !== 'added') return { outcome: 'already-praised' };
        const report: NiceReportRow | undefined = await trx('nice_reports').where({ id: subjectId }).first();
        if (!report) throw new ApiError('not_found', 'Not found');
        return { outcome: 'added', report };
      },
    });
    if (!isRetry) countSubmission({ list: 'nice', outcome: submitted.outcome });
    switch (submitted.outcome) {
      case 'added': {
        const report = toNiceReport(submitted.report);
        return { ...report, message: niceReportTexts.added(report.username) };
      }
      case 'already-praised':
        throw new ApiError('post_already_praised', niceReportTexts.alreadyListed);
      case 'too-many':
        throw new ApiError('too_many_requests', niceReportTexts.tooManyOfUsername, {
          retryAfter: submitted.retryAfterSeconds,
        });
    }
  });
}
