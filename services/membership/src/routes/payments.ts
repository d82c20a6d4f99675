import { ApiError } from '@naughty-list/contracts/errors';
import { WALLET_ALREADY_MEMBER } from '@naughty-list/contracts/membership';
import { intentTexts, openMembershipIntent } from '@naughty-list/contracts/payment-intents';
import { deskRoutes } from '@naughty-list/payment-flow/desk';
import { offerIntent } from '@naughty-list/payment-flow/offer-intent';
import { verifierUnavailable } from '@naughty-list/payment-flow/open';
import { intentRoutes, verificationRoutes } from '@naughty-list/payment-flow/routes';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { keepSettlement } from '../claims/claim.ts';
import { membershipSubject } from '../claims/payment-kind.ts';
import { readProgress } from '../claims/wait-for-answer.ts';
import type { Context } from '../context.ts';
import { findMemberByWallet } from '../members/repository.ts';
import { referenceFor } from './visitor.ts';

/** Intents, the progress of claims, and the settlement desk. */
export function paymentRoutes(context: Context): Route[] {
  const { db, chainVerifier, paymentKind } = context;
  const requireUseful = async (wallet: string) => {
    if (await findMemberByWallet(db, wallet))
      throw new ApiError('payment_refused', intentTexts.walletIsMember, { reason: WALLET_ALREADY_MEMBER });
  };
  return [
    route(openMembershipIntent, async ({ raw }) => {
      const { reference, key, visitor } = await referenceFor(context, raw);
      return offerIntent(db, chainVerifier, paymentKind, {
        visitor,
        subject: reference,
        demandSubject: membershipSubject(reference),
        reference,
        referenceKey: key,
      }).catch((error) => verifierUnavailable(raw.log, error));
    }),
    ...intentRoutes({ ...context, requireUseful }),
    ...verificationRoutes({ ...context, read: (id) => readProgress(db, context, id) }),
    ...deskRoutes({
      ...context,
      record: (trx, { subject }, settlement) =>
        keepSettlement(trx, { ...settlement, reference: subject ?? '' }),
    }),
  ];
}
