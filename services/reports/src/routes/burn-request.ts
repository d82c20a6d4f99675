import { ApiCallError } from '@naughty-list/api-client/client';
import { ApiError } from '@naughty-list/contracts/errors';
import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { Address, UNKNOWN_REPORT, WholeTokens } from '@naughty-list/contracts/primitives';
import {
  buildBurnTransaction,
  burnRequest,
  burnRequestTexts,
  removalTexts,
} from '@naughty-list/contracts/removal';
import { formatTokens, wholeTokens } from '@naughty-list/contracts/tokens';
import { findIntentFor } from '@naughty-list/payment-flow/intent';
import { showIntent } from '@naughty-list/payment-flow/offer-intent';
import { verifierUnavailable } from '@naughty-list/payment-flow/open';
import { requireNoneUnderWay, requirePayable, requireWorthPaying } from '@naughty-list/payment-flow/routes';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { removalSubject } from '../cases/removal/payment-kind.ts';
import type { Context } from '../context.ts';
import { isHeld } from '../register/reports/report.ts';
import { findReport } from '../register/reports/repository.ts';

// Long enough to fail over from one slow provider.
const CALL_MS = 20_000;

/**
 * The burn for a report, ready to sign. Claims nothing: the watcher or the payer claims it once it is on the chain.
 */
export function burnRequestRoute(context: Context): Route {
  const { db, chainVerifier, config } = context;
  return route(burnRequest, async ({ params, query, body, raw }) => {
    const account = Address.safeParse(body.account);
    if (!account.success) throw new ApiError('invalid_input', burnRequestTexts.invalidAccount);
    const report = await findReport(db, params.id);
    if (!report || isHeld(report)) throw new ApiError('not_found', UNKNOWN_REPORT);
    if (report.is_removed) throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
    const { unique_burn_address: memo } = report;
    const intent = await payableIntent(context, query.intent, report.id);
    const tokens = intent ? WholeTokens.parse(wholeTokens(intent.missing)) : config.REMOVAL_COST_TOKENS;
    const fixed = intent ? { mint: intent.mint, referenceKey: intent.referenceKey } : {};
    const { transaction } = await chainVerifier
      .call(
        buildBurnTransaction,
        { body: { account: account.data, tokens, memo, subject: removalSubject(report.id), ...fixed } },
        { signal: AbortSignal.timeout(CALL_MS) },
      )
      .catch((error) => {
        if (error instanceof ApiCallError && (error.status === 400 || error.status === 422))
          throw new ApiError(error.status === 400 ? 'invalid_input' : 'payment_refused', error.message);
        return verifierUnavailable(raw.log, error);
      });
    return { transaction, message: burnRequestTexts.message(formatTokens(tokens), memo) };
  });
}

/** This report's payment intent, with its current state; undefined if it is not known. Throws an ApiError if a payment would not count. */
async function payableIntent(
  context: Context,
  id: string | undefined,
  reportId: number,
): Promise<PaymentIntent | undefined> {
  const { db, chainVerifier, paymentKind } = context;
  const subject = String(reportId);
  const known = await findIntentFor(db, id, subject);
  const shown = known && (await showIntent(db, chainVerifier, paymentKind, known.id));
  if (shown) await requireWorthPaying(context, shown);
  else await requireNoneUnderWay(context, { subject });
  const intent = shown && (await showIntent(db, chainVerifier, paymentKind, shown.id));
  if (intent) requirePayable(intent);
  return intent;
}
