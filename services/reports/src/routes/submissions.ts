import { submitStatement as submitStatementEndpoint } from '@naughty-list/contracts/cases';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import * as losses from '@naughty-list/contracts/losses';
import { niceReportTexts, submitNiceReport } from '@naughty-list/contracts/nice-reports';
import { privateDataTexts } from '@naughty-list/contracts/private-data';
import { reportListTexts, submitReport } from '@naughty-list/contracts/reports';
import { privateDataKinds } from '@naughty-list/privacy-gate/find-private-data';
import { clientKey } from '@naughty-list/service-kit/database/encrypted';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { FastifyRequest } from 'fastify';
import { carryAppeals } from '../cases/appeals/open.ts';
import { findCase } from '../cases/find-case.ts';
import { submitLossStatement } from '../cases/losses/submit.ts';
import { codedStatement, keepReportCode, reportCodeOf } from '../cases/own-reports/own-report.ts';
import { toStatement } from '../cases/read-case.ts';
import { type Stated, submitStatement } from '../cases/submit-statement.ts';
import type { Context } from '../context.ts';
import { toNiceReport } from '../register/nice-reports/nice-report.ts';
import * as praises from '../register/nice-reports/submit.ts';
import { holdPrivateData, privateDataMessage } from '../register/reports/private-data.ts';
import { refused } from '../register/reports/refusals.ts';
import { isHeld, type ReportRow, toReport } from '../register/reports/report.ts';
import { findReport } from '../register/reports/repository.ts';
import * as reports from '../register/reports/submit.ts';
import { type Submission, submitOnce } from '../register/submit-once.ts';
import { tracesNamed } from '../register/traces.ts';

/** What visitors send to the lists: reports, statements, losses and nice reports. */
export const submissionRoutes = (context: Context): Route[] => [
  reportRoute(context),
  statementRoute(context),
  ...lossRoutes(context),
  niceReportRoute(context),
];

function reportRoute(context: Context): Route {
  const { config, constants } = context;
  const { INTERNAL_SECRET: secret } = config;
  const options = {
    perMinute: config.HOLD_REPORTS_ABOVE_PER_MINUTE,
    reportsPerDay: constants.reportsPerUsernamePerDay,
  };
  return route(submitReport, async ({ body, networkId, raw }) => {
    // Hashed, because it may be an address.
    const source = clientKey(secret, `report source ${networkId}`);
    const input = { ...(await withReporter(context, body, raw)), source };
    const submitted = await submitCounted<reports.Submitted>(context, 'naughty', raw, {
      endpoint: 'submit-report',
      body,
      submit: async (trx) => {
        const done = await reports.submit(trx, input, options);
        if ('report' in done) {
          await keepReportCode(trx, codedReport(done.report), secret);
          // To one that waits they move once it is published: its leaves would say that it is there.
          if (done.outcome === 'listed') await carryAppeals(trx, done.report);
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
    switch (submitted.outcome) {
      case 'listed':
      case 'held': {
        const { report, outcome } = submitted;
        const message = privateDataMessage(report) ?? heldText(report);
        const added = { ...toReport(report), reportCode: reportCodeOf(codedReport(report), secret) };
        return outcome === 'held' ? { ...added, held: true as const, message } : added;
      }
      case 'already-listed': {
        const { username: existingUsername } = submitted;
        const message = reportListTexts.alreadyListed(existingUsername, body.username);
        throw new ApiError('username_already_listed', message, { existingUsername });
      }
      case 'too-many-held':
        throw tooManyHeld(submitted);
      default:
        throw refused(submitted.outcome);
    }
  });
}

function statementRoute(context: Context): Route {
  const { config, clock } = context;
  const { INTERNAL_SECRET: secret } = config;
  return route(submitStatementEndpoint, async ({ body, raw }) => {
    const input = await withReporter(context, body, raw);
    const options = { now: clock.now(), holdsByRate: config.HOLD_REPORTS_ABOVE_PER_MINUTE > 0 };
    const stated = await submitCounted<Stated>(context, 'statements', raw, {
      endpoint: 'submit-statement',
      body,
      submit: async (trx) => {
        const done = await submitStatement(trx, input, options);
        if ('statement' in done) await keepReportCode(trx, codedStatement(done.statement), secret);
        return done;
      },
      toStored: (done) =>
        'statement' in done ? { outcome: done.outcome, subjectId: done.statement.id } : undefined,
      load: async ({ outcome, subjectId }, trx) => {
        const statement = await trx('statements').where({ id: subjectId, erased_at: null }).first();
        if (!statement) throw new ApiError('not_found', 'Not found');
        return { outcome: outcome === 'held' ? 'held' : 'published', statement };
      },
    });
    if (!('statement' in stated)) throw notStated(stated.outcome, { stated: decisionTexts.postStated });
    const { statement, outcome } = stated;
    const { statementHeld, postHeld } = decisionTexts;
    const held = statement.hold_reason === 'same_post' ? postHeld : statementHeld;
    const message = privateDataMessage(statement) ?? held;
    const added = { ...toStatement(statement), reportCode: reportCodeOf(codedStatement(statement), secret) };
    return outcome === 'held' ? { ...added, held: true as const, message } : added;
  });
}

function lossRoutes(context: Context): Route[] {
  const { db, queues, config, clock, countSubmission } = context;
  const { PUBLIC_ORIGIN: origin, INTERNAL_SECRET: secret } = config;
  return [
    route(losses.getLossMessage, async ({ params, query }) => {
      const { username } = await findCase(db, params.username, clock.now());
      return { message: losses.lossMessage({ origin, username, ...query }) };
    }),
    route(losses.submitLoss, async ({ body, raw }) => {
      const input = await withReporter(context, body, raw);
      const options = { now: clock.now(), holdsByRate: config.HOLD_REPORTS_ABOVE_PER_MINUTE > 0, origin };
      const stated = await submitLossStatement({ db, queues }, input, options);
      countSubmission({ list: 'statements', outcome: stated.outcome });
      if (!('statement' in stated)) throw notStated(stated.outcome, losses.lossTexts);
      return {
        message: privateDataMessage(stated.statement) ?? losses.lossTexts.waiting,
        reportCode: reportCodeOf(codedStatement(stated.statement), secret),
      };
    }),
  ];
}

function niceReportRoute(context: Context): Route {
  const { config, constants, reporters } = context;
  const options = {
    niceReportsPerDay: constants.praisesPerUsernamePerDay,
    perMinute: config.HOLD_REPORTS_ABOVE_PER_MINUTE,
  };
  return route(submitNiceReport, async ({ body, raw }) => {
    const kinds = privateDataKinds(body.description);
    if (kinds.length > 0)
      throw new ApiError('invalid_input', privateDataTexts.refused(kinds), { field: 'description' });
    const reporter = await reporters(raw);
    const submitted = await submitCounted<praises.Submitted>(context, 'nice', raw, {
      endpoint: 'submit-nice-report',
      body,
      submit: (trx) => praises.submit(trx, { ...body, reporter }, options),
      toStored: (done) => {
        if ('retryAfterSeconds' in done) return undefined;
        return { outcome: done.outcome, subjectId: 'report' in done ? done.report.id : null };
      },
      load: async ({ subjectId }, trx) => {
        if (subjectId === null) return { outcome: 'already-praised' };
        const report = await trx('nice_reports').where({ id: subjectId }).first();
        if (!report) throw new ApiError('not_found', 'Not found');
        return { outcome: report.held_at ? 'held' : 'added', report };
      },
    });
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
        throw tooManyHeld(submitted);
    }
  });
}

/** The input with what it names, who sent it, and whether it must be held for its text. */
async function withReporter<Body extends Parameters<typeof tracesNamed>[0]>(
  { config, reporters }: Context,
  body: Body,
  raw: FastifyRequest,
) {
  const traces = tracesNamed(body, config.LIST_MINT_ADDRESS);
  return { ...body, traces, reporter: await reporters(raw), ...holdPrivateData(body.description) };
}

/** Submits once per key, and counts what is no retry. */
async function submitCounted<Done extends { outcome: string }>(
  { db, config, countSubmission }: Context,
  list: Parameters<Context['countSubmission']>[0]['list'],
  raw: FastifyRequest,
  submission: Omit<Submission<Done>, 'secret'>,
): Promise<Done> {
  const { done, isRetry } = await submitOnce(db, raw, { ...submission, secret: config.INTERNAL_SECRET });
  if (!isRetry) countSubmission({ list, outcome: done.outcome });
  return done;
}

const codedReport = ({ id, reported_at: at }: ReportRow) => ({ kind: 'report' as const, id, at });

function notStated(
  outcome: Exclude<Stated['outcome'], 'published' | 'held'>,
  { stated, reviewed }: { stated: string; reviewed?: string },
): ApiError {
  if (outcome === 'not-listed') return new ApiError('not_found', decisionTexts.notListed);
  if (outcome === 'post-stated') return new ApiError('post_already_stated', stated);
  return refused(outcome, outcome === 'post-reviewed' ? reviewed : undefined);
}

const tooManyHeld = ({ retryAfterSeconds: retryAfter }: { retryAfterSeconds: number }) =>
  new ApiError('too_many_requests', reportListTexts.tooManyHeld, { retryAfter });

function heldText({ hold_reason }: ReportRow): string {
  if (hold_reason === 'reporter') return decisionTexts.reportHeld;
  if (hold_reason === 'handle') return reportListTexts.heldAsChanged;
  return hold_reason === 'cleared' ? reportListTexts.heldAsCleared : reportListTexts.held;
}
