import { createHmac } from 'node:crypto';
import { ApiError } from '@naughty-list/contracts/errors';
import { reportListTexts, submitReport } from '@naughty-list/contracts/reports';
import { type Route, route } from '@naughty-list/service-kit/route';
import type { Context } from '../context.ts';
import { toReport } from '../reports/report.ts';
import { submit } from '../reports/submit.ts';

export function submitReportRoute({ db, config, clock, countSubmission }: Context): Route {
  return route(submitReport, async ({ body, clientId }) => {
    const submitted = await submit(db, body, {
      referencePrefix: config.REPORT_REFERENCE_PREFIX,
      // The client's name may be an address; what is stored cannot be turned back into it.
      clientKey: createHmac('sha256', config.INTERNAL_SECRET)
        .update(`client ${clientId}`)
        .digest('base64url'),
      now: clock.now(),
      reportsPerDay: config.REPORTS_PER_USERNAME_PER_DAY,
      repeatsPerHour: config.REPEATS_PER_USERNAME_PER_HOUR,
    });
    countSubmission({ list: 'naughty', outcome: submitted.outcome });
    switch (submitted.outcome) {
      case 'listed':
        return toReport(submitted.report);
      case 'already-listed': {
        const { username } = submitted;
        throw new ApiError('username_already_listed', reportListTexts.alreadyListed(username), {
          existingUsername: username,
        });
      }
      case 'too-many':
        throw new ApiError('too_many_requests', reportListTexts.reportedTooOften, {
          retryAfter: submitted.retryAfterSeconds,
        });
    }
  });
}
