import { ApiError } from '@naughty-list/contracts/errors';
import { getJudgedPayment } from '@naughty-list/contracts/receipts';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { findJudgedPayment } from '../receipts/judged-payment.ts';

export function getJudgedPaymentRoute({ db, config, verifier }: Context): Route {
  return route(getJudgedPayment, async ({ params: { id } }) => {
    const payment = await findJudgedPayment(db, {
      id,
      mint: config.LIST_MINT_ADDRESS,
      policy: verifier.policy,
    });
    if (!payment) throw new ApiError('not_found', 'Not found');
    return payment;
  });
}
