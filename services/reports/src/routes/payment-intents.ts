import { ApiError } from '@naughty-list/contracts/errors';
import { openRemovalIntent } from '@naughty-list/contracts/payment-intents';
import { removalTexts } from '@naughty-list/contracts/removal';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { intentRoutes } from '@naughty-list/payment-flow/intent-routes';
import { openIntent } from '@naughty-list/payment-flow/open-intent';
import { showIntent } from '@naughty-list/payment-flow/show-intent';
import { visitorOf } from '@naughty-list/payment-flow/visitor';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { removalSubject } from '../removal/demand.ts';
import { payableRemovals } from '../removal/payable.ts';
import { isHeld, isPayable } from '../reports/report.ts';
import { findReport } from '../reports/repository.ts';
import { verifierUnavailable } from './verifier-unavailable.ts';

export function paymentIntentRoutes(context: Context): Route[] {
  const { db, chainVerifier } = context;
  return [
    route(openRemovalIntent, async ({ params, raw }) => {
      const report = await findReport(db, params.id);
      if (!report || isHeld(report)) throw new ApiError('not_found', reportListTexts.unknownReport);
      if (!isPayable(report)) throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
      const { id } = await openIntent(db, chainVerifier, {
        purpose: 'removal',
        visitor: visitorOf(raw),
        subject: String(report.id),
        demanded: removalSubject(report.id),
        reference: report.unique_burn_address,
      }).catch((error) => verifierUnavailable(raw.log, error));
      const intent = await showIntent(db, chainVerifier, { id, payable: payableRemovals });
      if (!intent) throw new Error(`The intent ${id} is gone`);
      return intent;
    }),
    ...intentRoutes({ ...context, payable: payableRemovals, toSubject: Number }),
  ];
}
