import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import { REPORT_REFERENCE_PREFIX } from '@naughty-list/contracts/primitives';
import { reportListTexts, submitReport } from '@naughty-list/contracts/reports';
import { clientKey } from '@naughty-list/service-kit/database/encrypted';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { carryAppeals } from '../cases/appeals/open.ts';
import { keepReportCode, reportCodeOf } from '../cases/own-reports/own-report.ts';
import type { Context } from '../context.ts';
import { holdPrivateData, privateDataMessage } from '../register/reports/private-data.ts';
import { refused } from '../register/reports/refusals.ts';
import { isHeld, type ReportRow, toReport } from '../register/reports/report.ts';
import { findReport } from '../register/reports/repository.ts';
import { type Submitted, submit } from '../register/reports/submit.ts';
import { submitOnce } from '../register/submit-once.ts';
import { tracesNamed } from '../register/traces.ts';

export function submitReportRoute({ db, config, constants, countSubmission, reporters }: Context): Route {
  return route(submitReport, async ({ body, networkId, raw }) => {
    const options = {
      referencePrefix: REPORT_REFERENCE_PREFIX,
      perMinute: config.HOLD_REPORTS_ABOVE_PER_MINUTE,
      reportsPerDay: constants.reportsPerUsernamePerDay,
    };
    // Hashed, because it may be an address.
    const source = clientKey(config.INTERNAL_SECRET, `report source ${networkId}`);
    const reporter = await reporters(raw);
    const traces = tracesNamed(body, config.LIST_MINT_ADDRESS);
    const input = { ...body, traces, source, reporter, ...holdPrivateData(body.description) };
    const { done: submitted, isRetry } = await submitOnce<Submitted>(db, raw, {
      endpoint: 'submit-report',
      body,
      secret: config.INTERNAL_SECRET,
      submit: async (trx) => {
        const done = await submit(trx, input, options);
        if ('report' in done) {
          await keepReportCode(trx, coded(done.report), config.INTERNAL_SECRET);
          await carryAppeals(trx, done.report);
        }
        return done;
      },
      toStored: (done) => {
        if ('report' in done) return { outcome: done.outcome, subjectId: done.report.id };
        return done.outcome === 'already-listed' ? { outcome: done.outcome, subjectId: null } : undefined;
      },
      load: async ({ subjectId }, trx) => {
        if (subjectId === null) return { outcome: 'already-listed', username: body.username };
        const report = await findReport(trx, subjectId);
        if (!report) throw new ApiError('not_found', 'Not found');
        return { outcome: isHeld(report) ? 'held' : 'listed', report };
      },
    });
    if (!isRetry) countSubmission({ list: 'naughty', outcome: submitted.outcome });
    switch (submitted.outcome) {
      case 'listed':
      case 'held': {
        const { report, outcome } = submitted;
        const message = privateDataMessage(report) ?? heldText(report);
        const added = {
          ...toReport(report),
          reportCode: reportCodeOf(coded(report), config.INTERNAL_SECRET),
        };
        return outcome === 'held' ? { ...added, held: true as const, message } : added;
      }
      case 'already-listed': {
        const { username } = submitted;
        throw new ApiError('username_already_listed', reportListTexts.alreadyListed(username), {
          existingUsername: username,
        });
      }
      case 'too-many-held':
        throw new ApiError('too_many_requests', reportListTexts.tooManyHeld, {
          retryAfter: submitted.retryAfterSeconds,
        });
      default:
        throw refused(submitted.outcome);
    }
  });
}

const coded = ({ id, reported_at: at }: ReportRow) => ({ kind: 'report' as const, id, at });

function heldText({ hold_reason }: ReportRow): string {
  if (hold_reason === 'reporter') return decisionTexts.reportHeld;
  if (hold_reason === 'handle') return reportListTexts.heldAsChanged;
  return hold_reason === 'cleared' ? reportListTexts.heldAsCleared : reportListTexts.held;
}
