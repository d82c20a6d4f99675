import { ApiError } from '@naughty-list/contracts/errors';
import { WALLET_ALREADY_MEMBER } from '@naughty-list/contracts/membership';
import { intentTexts, openMembershipIntent } from '@naughty-list/contracts/payment-intents';
import { intentRoutes } from '@naughty-list/payment-flow/intent-routes';
import { openIntent } from '@naughty-list/payment-flow/open-intent';
import { showIntent } from '@naughty-list/payment-flow/show-intent';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { membershipSubject } from '../claims/demand.ts';
import { payableMemberships } from '../claims/payable.ts';
import type { Context } from '../context.ts';
import { findMemberByWallet } from '../members/repository.ts';
import { referenceFor, verifierUnavailable } from './visitor.ts';

export function paymentIntentRoutes(context: Context): Route[] {
  const { db, chainVerifier } = context;
  const requireUseful = async (wallet: string) => {
    if (await findMemberByWallet(db, wallet))
      throw new ApiError('payment_refused', intentTexts.walletIsMember, { reason: WALLET_ALREADY_MEMBER });
  };
  return [
    route(openMembershipIntent, async ({ raw }) => {
      const { reference, key, visitor } = await referenceFor(context, raw);
      const { id } = await openIntent(db, chainVerifier, {
        purpose: 'membership',
        visitor,
        subject: reference,
        demanded: membershipSubject(reference),
        reference,
        referenceKey: key,
      }).catch((error) => verifierUnavailable(raw.log, error));
      const intent = await showIntent(db, chainVerifier, { id, payable: payableMemberships });
      if (!intent) throw new Error(`The intent ${id} is gone`);
      return intent;
    }),
    ...intentRoutes({ ...context, payable: payableMemberships, toSubject: String, requireUseful }),
  ];
}
