import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { buildBurnTransaction, burnRequest, burnRequestTexts } from '@naughty-list/contracts/burn-request';
import { ApiError } from '@naughty-list/contracts/errors';
import { Address } from '@naughty-list/contracts/primitives';
import { removalTexts } from '@naughty-list/contracts/removal';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { formatTokens } from '@naughty-list/contracts/tokens';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { removalSubject } from '../removal/demand.ts';
import { isHeld } from '../reports/report.ts';
import { findReport } from '../reports/repository.ts';
import { verifierUnavailable } from './verifier-unavailable.ts';

// Long enough to fail over from one slow provider.
const CALL_MS = 20_000;

/**
 * The burn for a report, ready to sign. Claims nothing: the watcher or the payer claims it once it is on the chain.
 */
export function burnRequestRoute({ db, chainVerifier, config }: Context): Route {
  return route(burnRequest, async ({ params, body, requestId, raw }) => {
    const account = Address.safeParse(body.account);
    if (!account.success) throw new ApiError('invalid_input', burnRequestTexts.invalidAccount);
    const report = await findReport(db, params.id);
    if (!report || isHeld(report)) throw new ApiError('not_found', reportListTexts.unknownReport);
    if (report.is_removed) throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
    const { unique_burn_address: memo } = report;
    const tokens = config.REMOVAL_COST_TOKENS;
    const { transaction } = await chainVerifier
      .call(
        buildBurnTransaction,
        { body: { account: account.data, tokens, memo, subject: removalSubject(report.id) } },
        { signal: AbortSignal.timeout(CALL_MS), headers: { 'x-request-id': requestId } },
      )
      .catch((error) => {
        if (error instanceof ApiCallError && (error.status === 400 || error.status === 422))
          throw new ApiError(error.status === 400 ? 'invalid_input' : 'payment_refused', error.message);
        return verifierUnavailable(raw.log, error);
      });
    return { transaction, message: burnRequestTexts.message(formatTokens(tokens), memo) };
  });
}
