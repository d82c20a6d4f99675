import { submitStatement } from '@naughty-list/contracts/cases';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { keepReportCode, reportCodeOf } from '../cases/own-reports/own-report.ts';
import { type StatementRow, toStatement } from '../cases/read-case.ts';
import { type Stated, submitStatement as submit } from '../cases/submit-statement.ts';
import type { Context } from '../context.ts';
import { holdPrivateData, privateDataMessage } from '../register/reports/private-data.ts';
import { refused } from '../register/reports/refusals.ts';
import { submitOnce } from '../register/submit-once.ts';
import { tracesNamed } from '../register/traces.ts';

export function submitStatementRoute({ db, config, clock, countSubmission, reporters }: Context): Route {
  return route(submitStatement, async ({ body, raw }) => {
    const reporter = await reporters(raw);
    const traces = tracesNamed(body, config.LIST_MINT_ADDRESS);
    const input = { ...body, traces, reporter, ...holdPrivateData(body.description) };
    const options = { now: clock.now(), holdsByRate: config.HOLD_REPORTS_ABOVE_PER_MINUTE > 0 };
    const { done: stated, isRetry } = await submitOnce<Stated>(db, raw, {
      endpoint: 'submit-statement',
      body,
      secret: config.INTERNAL_SECRET,
      submit: async (trx) => {
        const done = await submit(trx, input, options);
        if ('statement' in done) await keepReportCode(trx, coded(done.statement), config.INTERNAL_SECRET);
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
    if (!isRetry) countSubmission({ list: 'statements', outcome: stated.outcome });
    switch (stated.outcome) {
      case 'published':
      case 'held': {
        const { statement, outcome } = stated;
        const { statementHeld, postHeld } = decisionTexts;
        const held = statement.hold_reason === 'same_post' ? postHeld : statementHeld;
        const message = privateDataMessage(statement) ?? held;
        const reportCode = reportCodeOf(coded(statement), config.INTERNAL_SECRET);
        const added = { ...toStatement(statement), reportCode };
        return outcome === 'held' ? { ...added, held: true as const, message } : added;
      }
      case 'not-listed':
        throw new ApiError('not_found', decisionTexts.notListed);
      case 'post-stated':
        throw new ApiError('post_already_stated', decisionTexts.postStated);
      default:
        throw refused(stated.outcome);
    }
  });
}

const coded = ({ id, made_at: at }: StatementRow) => ({ kind: 'statement' as const, id, at });
