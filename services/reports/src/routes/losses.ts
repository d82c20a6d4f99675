import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import { getLossMessage, lossMessage, lossTexts, submitLoss } from '@naughty-list/contracts/losses';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { findCase } from '../cases/find-case.ts';
import { submitLossStatement } from '../cases/losses/submit.ts';
import { keepReportCode, reportCodeOf } from '../cases/own-reports/own-report.ts';
import type { Context } from '../context.ts';
import { holdPrivateData, privateDataMessage } from '../register/reports/private-data.ts';
import { tracesNamed } from '../register/traces.ts';

export function lossRoutes({ db, queues, config, clock, countSubmission, reporters }: Context): Route[] {
  const origin = config.PUBLIC_ORIGIN;
  return [
    route(getLossMessage, async ({ params, query }) => {
      const { username } = await findCase(db, params.username, clock.now());
      return { message: lossMessage({ origin, username, ...query }) };
    }),
    route(submitLoss, async ({ body, raw }) => {
      const reporter = await reporters(raw);
      const traces = tracesNamed(body, config.LIST_MINT_ADDRESS);
      const input = { ...body, traces, reporter, ...holdPrivateData(body.description) };
      const options = { now: clock.now(), holdsByRate: config.HOLD_REPORTS_ABOVE_PER_MINUTE > 0, origin };
      const stated = await submitLossStatement({ db, queues }, input, options);
      countSubmission({ list: 'statements', outcome: stated.outcome });
      switch (stated.outcome) {
        case 'published':
        case 'held': {
          const { id, made_at: at } = stated.statement;
          const coded = { kind: 'statement', id, at } as const;
          await keepReportCode(db, coded, config.INTERNAL_SECRET);
          return {
            message: privateDataMessage(stated.statement) ?? lossTexts.waiting,
            reportCode: reportCodeOf(coded, config.INTERNAL_SECRET),
          };
        }
        case 'not-listed':
          throw new ApiError('not_found', decisionTexts.notListed);
        case 'post-stated':
          throw new ApiError('post_already_stated', lossTexts.stated);
        case 'post-reviewed':
          throw new ApiError('post_already_reviewed', lossTexts.reviewed);
        case 'post-removed':
          throw new ApiError('post_already_removed', reportListTexts.postRemoved);
      }
    }),
  ];
}
