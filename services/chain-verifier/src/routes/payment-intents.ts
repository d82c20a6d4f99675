import { ApiError } from '@naughty-list/contracts/errors';
import { Address, WholeTokens } from '@naughty-list/contracts/primitives';
import { findUnclaimedPayment, releasePayment, requestPayment } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { loadMintOffline } from '../mint/mint.ts';
import { pollAgain, recordRequested } from '../reference-keys/repository.ts';
import { isUnderWay } from '../reference-keys/under-way.ts';
import { ownerOf } from '../terms/terms.ts';
import { release } from '../verifications/judging-repository.ts';
import { chainUnreachable } from './chain-unreachable.ts';

/** Calls of the services about payment intents: current terms, unclaimed payments, and payments to be freed. */
export function paymentIntentRoutes({ db, providers, spareProviders, config }: Context): Route[] {
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
    route(findUnclaimedPayment, async ({ params: { referenceKey } }) => {
      const asked = async () => {
        const cluster = await spareProviders.cluster();
        const found = await isUnderWay({ db, providers: spareProviders }, { cluster, referenceKey });
        // It may be junk: as long as it is not read, it holds up the payer.
        if (found) await pollAgain(db, referenceKey);
        return found;
      };
      return { isUnderWay: await asked().catch(chainUnreachable) };
    }),
    route(releasePayment, async ({ params }) => {
      if (!(await release(db, params.id))) throw new ApiError('not_found', 'Not found');
      return undefined;
    }),
  ];
}
