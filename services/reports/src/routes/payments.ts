import { ApiCallError } from '@naughty-list/api-client/client';
import { ApiError } from '@naughty-list/contracts/errors';
import {
  issueOwnPaymentsProof,
  listOwnPayments,
  listWalletPayments,
} from '@naughty-list/contracts/own-payments';
import { openRemovalIntent } from '@naughty-list/contracts/payment-intents';
import { issueRemovalProof } from '@naughty-list/contracts/payment-proofs';
import { isSignature, UNKNOWN_REPORT } from '@naughty-list/contracts/primitives';
import { receiptTexts } from '@naughty-list/contracts/receipt-texts';
import { getJudgedPayment, getReceipt } from '@naughty-list/contracts/receipts';
import { removalTexts } from '@naughty-list/contracts/removal';
import { VerificationId } from '@naughty-list/contracts/verifications';
import { deskRoutes } from '@naughty-list/payment-flow/desk';
import { offerIntent } from '@naughty-list/payment-flow/offer-intent';
import { verifierUnavailable } from '@naughty-list/payment-flow/open';
import { readClaimProgress, readPreviewProgress } from '@naughty-list/payment-flow/progress';
import { issueProof } from '@naughty-list/payment-flow/proofs';
import { intentRoutes, verificationRoutes, visitorOf } from '@naughty-list/payment-flow/routes';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { findReportEvenDeleted, removalClaims, removalSubject } from '../cases/removal/payment-kind.ts';
import { recordSettlement } from '../cases/removal/settle.ts';
import type { Context } from '../context.ts';
import { readMembershipReceipt, readReceipt } from '../publication/removal-receipt.ts';
import { issueListProof, openList } from '../register/own-payments.ts';
import { isHeld, isPayable, type ReportRow } from '../register/reports/report.ts';
import { findReport } from '../register/reports/repository.ts';

function requirePayable(report: ReportRow | undefined): ReportRow {
  if (!report || isHeld(report)) throw new ApiError('not_found', UNKNOWN_REPORT);
  if (!isPayable(report)) throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
  return report;
}

/** Intents, proofs, the progress of previews and claims, receipts, a wallet's own payments, and the settlement desk. */
export function paymentRoutes(context: Context): Route[] {
  const { db, chainVerifier, config, paymentKind } = context;
  return [
    route(openRemovalIntent, async ({ params, raw }) => {
      const report = requirePayable(await findReport(db, params.id));
      return offerIntent(db, chainVerifier, paymentKind, {
        visitor: visitorOf(raw),
        subject: String(report.id),
        demandSubject: removalSubject(report.id),
        reference: report.unique_burn_address,
      }).catch((error) => verifierUnavailable(raw.log, error, removalTexts.unableToVerify));
    }),
    ...intentRoutes(context),
    route(issueRemovalProof, async ({ params, body }) => {
      const { txHash: signature, wallet } = body;
      if (!isSignature(signature)) throw new ApiError('invalid_transaction_hash', removalTexts.invalidHash);
      const {
        id,
        username,
        unique_burn_address: reference,
      } = requirePayable(await findReportEvenDeleted(db, params.id));
      const subject = removalSubject(id);
      const { PUBLIC_ORIGIN: origin } = config;
      // What the paying wallet signs; completes "I want this payment to …".
      const purpose = `remove report ${id} about @${username} (${reference}) from the Naughty List`;
      return issueProof(db, { origin, subject, signature, wallet, purpose });
    }),
    ...verificationRoutes({
      ...context,
      // Claims are stored here: they can be read while the chain verifier is unavailable.
      read: (id) =>
        id.startsWith('look_')
          ? readPreviewProgress(chainVerifier, id)
          : readClaimProgress(db, removalClaims, chainVerifier, id),
      onFault: (log, error) => verifierUnavailable(log, error, removalTexts.unableToVerify),
    }),
    getReceiptRoute(context),
    // Memberships' payments are among them: the chain verifier knows both.
    route(issueOwnPaymentsProof, ({ body }) =>
      issueListProof(db, { origin: config.PUBLIC_ORIGIN, wallet: body.wallet }),
    ),
    route(listOwnPayments, ({ body, raw }) =>
      openList(db, body.proof, (wallet) =>
        chainVerifier
          .call(listWalletPayments, { params: { wallet } })
          .catch((error: unknown) => verifierUnavailable(raw.log, error)),
      ),
    ),
    ...deskRoutes({
      ...context,
      async record(trx, { subject }, settlement) {
        const report = subject === null ? undefined : await findReportEvenDeleted(trx, Number(subject));
        if (!report) throw new Error(`The report of ${settlement.claim} is gone`);
        await recordSettlement(trx, { ...settlement, reference: report.unique_burn_address }, report);
      },
    }),
  ];
}

function getReceiptRoute({ db, config, chainVerifier }: Context): Route {
  return route(getReceipt, async ({ params, raw }) => {
    const { signature } = params;
    const unknown = () => new ApiError('not_found', receiptTexts.unknown);
    const readJudged = (id: VerificationId) =>
      chainVerifier.call(getJudgedPayment, { params: { id } }).catch((error: unknown) => {
        // For a removal, 404 is a fault: only an older verifier does not know the payment.
        const isOfMember = id.startsWith('membership_');
        if (isOfMember && error instanceof ApiCallError && error.status === 404) throw unknown();
        return verifierUnavailable(raw.log, error);
      });
    const by = { readJudged, secret: config.INTERNAL_SECRET };
    const claim = VerificationId.safeParse(signature).data;
    const receipt = claim?.startsWith('membership_')
      ? await readMembershipReceipt(db, claim, by)
      : isSignature(signature) && (await readReceipt(db, signature, by));
    if (!receipt) throw unknown();
    return receipt;
  });
}
