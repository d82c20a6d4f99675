import { ApiError } from '@naughty-list/contracts/errors';
import { openRemovalIntent } from '@naughty-list/contracts/payment-intents';
import { removalTexts } from '@naughty-list/contracts/removal';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { offerIntent } from '@naughty-list/payment-flow/intents';
import { intentRoutes, visitorOf } from '@naughty-list/payment-flow/routes';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { removalSubject } from '../cases/removal/effect.ts';
import type { Context } from '../context.ts';
import { isHeld, isPayable } from '../register/reports/report.ts';
import { findReport } from '../register/reports/repository.ts';
import { verifierUnavailable } from './verifier-unavailable.ts';

export function paymentIntentRoutes(context: Context): Route[] {
  const { db, chainVerifier, effect } = context;
  return [
    route(openRemovalIntent, async ({ params, raw }) => {
      const report = await findReport(db, params.id);
      if (!report || isHeld(report)) throw new ApiError('not_found', reportListTexts.unknownReport);
      if (!isPayable(report)) throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
      return offerIntent(db, chainVerifier, effect, {
        visitor: visitorOf(raw),
        subject: String(report.id),
        demanded: removalSubject(report.id),
        reference: report.unique_burn_address,
      }).catch((error) => verifierUnavailable(raw.log, error));
    }),
    ...intentRoutes(context),
  ];
}
