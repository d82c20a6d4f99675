import { getWalletMembership } from '@naughty-list/contracts/membership';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { findMemberByWallet } from '../members/repository.ts';

export function getWalletMembershipRoute({ db }: Context): Route {
  return route(getWalletMembership, async ({ params }) => ({
    member: (await findMemberByWallet(db, params.wallet)) !== undefined,
  }));
}
