import { deskRoutes } from '@naughty-list/payment-flow/settle';
import type { Route } from '@naughty-list/service-kit/http/route';
import { admit } from '../claims/apply-verdict.ts';
import { keepSettlement, membershipDesk } from '../claims/settle.ts';
import type { Context } from '../context.ts';
import { inviteLeaseMs } from '../members/link.ts';

/** The settlement desk for memberships. */
export function paymentDeskRoutes({ db, chainVerifier, chat, constants }: Context): Route[] {
  const telegramLink = chat.kind === 'fixed' ? chat.link : null;
  return deskRoutes({
    db,
    chainVerifier,
    desk: membershipDesk,
    take: (trx, claim, paid) =>
      admit(trx, { claim, ...paid }, { telegramLink, inviteDueInMs: inviteLeaseMs(constants) }),
    record: (trx, { subject }, settlement) =>
      keepSettlement(trx, { ...settlement, reference: subject ?? '' }),
  });
}
