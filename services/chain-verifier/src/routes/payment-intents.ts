import { ApiError } from '@naughty-list/contracts/errors';
import { Address, WholeTokens } from '@naughty-list/contracts/primitives';
import { findPaymentUnderWay, releasePayment, requestPayment } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { loadMintOffline } from '../mint/mint.ts';
import { recordRequested } from '../reference-keys/repository.ts';
import { ownerOf } from '../terms/terms.ts';
import { release } from '../verifications/judging-repository.ts';
import { isUnderWay } from '../verifications/under-way.ts';
import { chainUnreachable } from './chain-unreachable.ts';

/** Calls of the services about payment intents: current terms, payments under way, and payments to be freed. */
export function paymentIntentRoutes({ db, providers, beforeFinal, config }: Context): Route[] {
  const { LIST_MINT_ADDRESS: mint, BURN_WALLET_ADDRESS: burnWallet } = config;
  const prices = { reports: config.REMOVAL_COST_TOKENS, membership: config.MEMBERSHIP_FEE_TOKENS };
  return [
    route(requestPayment, async ({ body: { subject, reference, referenceKey, until } }) => {
      const { decimals } = await loadMintOffline({ db, providers }, mint).catch(chainUnreachable);
      const intent = { burnWallet, until: new Date(until * 1_000) };
      await recordRequested(db, { subject, reference, referenceKey, intent });
      return {
        tokens: WholeTokens.parse(prices[ownerOf(subject)]),
        mint: Address.parse(mint),
        burnWallet: Address.parse(burnWallet),
        decimals,
      };
    }),
    route(findPaymentUnderWay, async ({ body }) => ({
      isUnderWay: await isUnderWay(beforeFinal, body).catch(chainUnreachable),
    })),
    route(releasePayment, async ({ params }) => {
      if (!(await release(db, params.id))) throw new ApiError('not_found', 'Not found');
      return undefined;
    }),
  ];
}
