import { deskRoutes } from '@naughty-list/payment-flow/desk';
import type { Route } from '@naughty-list/service-kit/http/route';
import { keepSettlement } from '../claims/settle.ts';
import type { Context } from '../context.ts';

/** The settlement desk for memberships. */
export function paymentDeskRoutes(context: Context): Route[] {
  return deskRoutes({
    ...context,
    record: (trx, { subject }, settlement) =>
      keepSettlement(trx, { ...settlement, reference: subject ?? '' }),
  });
}
