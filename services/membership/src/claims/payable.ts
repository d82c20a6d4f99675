import type { Payable } from '@naughty-list/payment-flow/show-intent';
import { findMemberBy } from '../members/repository.ts';
import { membershipClaims } from './claim.ts';

/** Memberships, as the payment flow knows them: a browser that belongs to a member has nothing left to pay for. */
export const payableMemberships: Payable<string, 'admitted'> = {
  purpose: 'membership',
  of: membershipClaims,
  isPayable: async (db, subject) => (await findMemberBy(db, subject)) === undefined,
};
