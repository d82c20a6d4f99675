import { deskRoutes } from '@naughty-list/payment-flow/settle';
import type { Route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { recordChanges } from '../ledger/append.ts';
import { takeEffect } from '../removal/apply-verdict.ts';
import { findPayable } from '../removal/repository.ts';
import { recordSettlement, removalDesk } from '../removal/settle.ts';

/** The settlement desk for removals. */
export function paymentDeskRoutes({ db, chainVerifier }: Context): Route[] {
  return deskRoutes({
    db,
    chainVerifier,
    desk: removalDesk,
    take: takeEffect,
    async record(trx, { subject }, settlement) {
      const report = subject === null ? undefined : await findPayable(trx, subject);
      if (!report) throw new Error(`The report of ${settlement.claim} is gone`);
      await recordSettlement(trx, { ...settlement, reference: report.unique_burn_address }, report);
      await recordChanges(trx, { cases: [report.id] });
    },
  });
}
