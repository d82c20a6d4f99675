import { ApiError } from '@naughty-list/contracts/errors';
import { listWalletPayments } from '@naughty-list/contracts/own-payments';
import { getJudgedPayment } from '@naughty-list/contracts/receipts';
import { getReconciliation } from '@naughty-list/contracts/reconciliation';
import { getChainVerification } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { findJudgedPayment } from '../receipts/judged-payment.ts';
import { readFigures } from '../reconciliation/repository.ts';
import { paymentsOfWallet } from '../verifications/payments-of-wallet.ts';
import { findVerification } from '../verifications/repository.ts';
import { toChainVerification } from '../verifications/verification.ts';

/** What is stored about verifications: their progress, the payments that were accepted, and how these compare with the chain. */
export function verificationRoutes({ db, config, clock }: Context): Route[] {
  return [
    route(getChainVerification, async ({ params }) => {
      const record = await findVerification(db, params.id);
      if (!record) throw new ApiError('not_found', 'Not found');
      return toChainVerification(record);
    }),
    route(getJudgedPayment, async ({ params: { id } }) => {
      const payment = await findJudgedPayment(db, { id, unbound: config.UNBOUND_PAYMENTS });
      if (!payment) throw new ApiError('not_found', 'Not found');
      return payment;
    }),
    route(listWalletPayments, ({ params }) => paymentsOfWallet(db, params.wallet, clock.now())),
    route(getReconciliation, async () => ({ figures: await readFigures(db) })),
  ];
}
