import { ApiError, type ErrorCode } from '@naughty-list/contracts/errors';
import { listWalletPayments } from '@naughty-list/contracts/own-payments';
import { deskTexts, listPaymentsOf, takePayment } from '@naughty-list/contracts/payment-desk';
import { getJudgedPayment } from '@naughty-list/contracts/receipts';
import { getReconciliation } from '@naughty-list/contracts/reconciliation';
import { removalTexts } from '@naughty-list/contracts/removal';
import { getChainVerification } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { findJudgedPayment } from '../receipts/judged-payment.ts';
import { readFigures } from '../reconciliation/repository.ts';
import { findOfWallet, paymentsOfWallet } from '../verifications/payments-of-wallet.ts';
import { findVerification, isTransactionUsed } from '../verifications/repository.ts';
import { settle } from '../verifications/settle.ts';
import { toChainVerification } from '../verifications/verification.ts';
import { chainUnreachable } from './chain-unreachable.ts';

const refusals: Record<'unknown' | 'unseen' | 'used' | 'paid', [ErrorCode, string]> = {
  unknown: ['not_found', deskTexts.notSeen],
  unseen: ['payment_refused', deskTexts.notSeen],
  used: ['transaction_already_used', removalTexts.alreadyUsed],
  paid: ['changed_meanwhile', deskTexts.nothingLeft],
};

/**
 * Verifications: their progress, accepted payments for receipts, a wallet's payments, and the reconciliation; and the calls of the
 * settlement desk.
 */
export function verificationRoutes({ db, config, clock, verifier }: Context): Route[] {
  return [
    route(getChainVerification, async ({ params }) => {
      const record = await findVerification(db, params.id);
      if (!record) throw new ApiError('not_found', 'Not found');
      const { outcome, amount } = record;
      // A credit: its payer may have signed for something else since.
      const isUsed = outcome === 'rejected' && amount !== null && (await isTransactionUsed(db, record));
      return { ...toChainVerification(record), ...(isUsed && { isUsed }) };
    }),
    route(getJudgedPayment, async ({ params: { id } }) => {
      const payment = await findJudgedPayment(db, { id, unbound: config.UNBOUND_PAYMENTS });
      if (!payment) throw new ApiError('not_found', 'Not found');
      return payment;
    }),
    route(listWalletPayments, ({ params }) => paymentsOfWallet(db, params.wallet, clock.now())),
    route(getReconciliation, async () => ({ figures: await readFigures(db) })),
    route(listPaymentsOf, ({ params }) => findOfWallet(db, params.wallet)),
    route(takePayment, async ({ params, raw }) => {
      const taken = await settle(verifier, params.id).catch((err) => {
        if (err instanceof RpcFault) raw.log.warn({ err }, 'the mint cannot be read');
        return chainUnreachable(err);
      });
      if (typeof taken === 'string') throw new ApiError(...refusals[taken]);
      return taken;
    }),
  ];
}
