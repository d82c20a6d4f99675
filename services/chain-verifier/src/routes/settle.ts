import { ApiError, type ErrorCode } from '@naughty-list/contracts/errors';
import { deskTexts, listPaymentsOf, takePayment } from '@naughty-list/contracts/payment-desk';
import { removalTexts } from '@naughty-list/contracts/removal';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { findOfWallet } from '../verifications/repository.ts';
import { settle } from '../verifications/settle.ts';

const refusals: Record<'unknown' | 'unseen' | 'used', [ErrorCode, string]> = {
  unknown: ['not_found', deskTexts.notSeen],
  unseen: ['payment_refused', deskTexts.notSeen],
  used: ['transaction_already_used', removalTexts.alreadyUsed],
};

/** What the settlement desk asks of the verifier. */
export function settleRoutes({ db, verifier }: Context): Route[] {
  return [
    route(listPaymentsOf, ({ params }) => findOfWallet(db, params.wallet)),
    route(takePayment, async ({ params, raw }) => {
      const taken = await settle(verifier, params.id).catch((err) => {
        if (!(err instanceof RpcFault)) throw err;
        raw.log.warn({ err }, 'the mint cannot be read');
        throw new ApiError(
          'service_unavailable',
          'The blockchain cannot be reached. Please try again soon.',
          {
            retryAfter: 5,
          },
        );
      });
      if (typeof taken === 'string') throw new ApiError(...refusals[taken]);
      return taken;
    }),
  ];
}
