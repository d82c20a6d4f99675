import { deskRoutes } from '@naughty-list/payment-flow/desk';
import type { Route } from '@naughty-list/service-kit/http/route';
import { findPayable } from '../cases/removal/effect.ts';
import { recordSettlement } from '../cases/removal/settle.ts';
import type { Context } from '../context.ts';

/** The settlement desk for removals. */
export function paymentDeskRoutes(context: Context): Route[] {
  return deskRoutes({
    ...context,
    async record(trx, { subject }, settlement) {
      const report = subject === null ? undefined : await findPayable(trx, subject);
      if (!report) throw new Error(`The report of ${settlement.claim} is gone`);
      await recordSettlement(trx, { ...settlement, reference: report.unique_burn_address }, report);
    },
  });
}
