import {
  issueOwnPaymentsProof,
  listOwnPayments,
  listWalletPayments,
} from '@naughty-list/contracts/own-payments';
import { verifierUnavailable } from '@naughty-list/payment-flow/open';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { issueListProof, openList } from '../register/own-payments.ts';

/** A wallet's payments, for its signature. The chain verifier knows those for memberships, too. */
export function ownPaymentRoutes({ db, chainVerifier, config }: Context): Route[] {
  return [
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
  ];
}
