import { socialLinks } from '@naughty-list/contracts/social-links';
import { isOn } from '@naughty-list/contracts/third-parties';
import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { loadMintOffline } from '../mint/mint.ts';
import { chainUnreachable } from './chain-unreachable.ts';

/** 503 only if the mint was never read from the chain and cannot be read now. */
export function getTokenConfigRoute({ db, providers, config }: Context): Route {
  return route(getTokenConfig, async () => {
    const mint = config.LIST_MINT_ADDRESS;
    const { decimals } = await loadMintOffline({ db, providers }, mint).catch(chainUnreachable);
    return {
      contractAddress: mint,
      burnWalletAddress: config.BURN_WALLET_ADDRESS,
      removalCostTokens: config.REMOVAL_COST_TOKENS,
      decimals,
      membershipFeeTokens: config.MEMBERSHIP_FEE_TOKENS,
      cluster: config.SOLANA_CLUSTER,
      rpcUrl: config.PUBLIC_SOLANA_RPC_URL,
      embedPosts: isOn(config, 'X_WIDGETS'),
      showAvatars: isOn(config, 'AVATAR_URL'),
      ...(isOn(config, 'VIDEO_PLAYER') && config.VIDEO_PLAYER !== 'off'
        ? { explainerVideoIds: config.VIDEO_PLAYER }
        : {}),
      links: socialLinks,
    };
  });
}
