import type { Payable } from '@naughty-list/payment-flow/show-intent';
import { isPayable } from '../reports/report.ts';
import { removalClaims } from './claim.ts';
import { findPayable } from './repository.ts';

/** Removals, as the payment flow knows them. A deleted report takes no new payment, though one under way still counts. */
export const payableRemovals: Payable<number, 'removed'> = {
  purpose: 'removal',
  of: removalClaims,
  isPayable: async (db, subject) => {
    const report = await findPayable(db, Number(subject));
    return report !== undefined && isPayable(report) && report.deleted_at === null;
  },
};
