import { socialLinks } from '@naughty-list/contracts/social-links';
import { isOn } from '@naughty-list/contracts/third-parties';
import { getTokenConfig, type TransferFee } from '@naughty-list/contracts/token-config';
import { cached } from '@naughty-list/service-kit/http/cached';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { inTime } from '@naughty-list/service-kit/lifecycle/in-time';
import { TOKEN_2022_PROGRAM } from '../chain/programs.ts';
import type { Context } from '../context.ts';
import { loadMintOffline } from '../mint/mint.ts';
import { ignoreFault } from '../verifications/verify.ts';
import { chainUnreachable } from './chain-unreachable.ts';

/** A fee changes when an epoch begins, days apart. */
const FEE_MS = 60_000;
/** Long enough for one provider to hang; those who ask give up after five seconds. */
const FEE_WAIT_MS = 3_000;

/** 503 only if the mint was never read from the chain and cannot be read now. */
export function getTokenConfigRoute({ db, providers, isRpcHealthy, config }: Context): Route {
  const fees = cached<Promise<TransferFee | null>>({ max: 1, ttlMs: FEE_MS });
  let known: TransferFee | null = null;
  // Without an answer in time, as it was: at worst, a transfer leaves a rest to pay.
  const readFee = async (mint: string) => {
    const agreed = await providers
      .agree(
        (rpc) => rpc.transferFee(mint),
        (fee) => fee,
      )
      .catch(ignoreFault);
    if (agreed) known = agreed.answers[0].answer;
    return known;
  };
  return route(getTokenConfig, async () => {
    const mint = config.LIST_MINT_ADDRESS;
    const { decimals, tokenProgram } = await loadMintOffline({ db, providers }, mint).catch(chainUnreachable);
    const mayHaveFee = tokenProgram === TOKEN_2022_PROGRAM;
    const transferFee = mayHaveFee && ((await inTime(fees.get(mint, readFee), FEE_WAIT_MS)) ?? known);
    return {
      contractAddress: mint,
      burnWalletAddress: config.BURN_WALLET_ADDRESS,
      removalCostTokens: config.REMOVAL_COST_TOKENS,
      decimals,
      membershipFeeTokens: config.MEMBERSHIP_FEE_TOKENS,
      cluster: config.SOLANA_CLUSTER,
      rpcUrl: config.PUBLIC_SOLANA_RPC_URL,
      isChainReachable: isRpcHealthy(),
      ...(transferFee && { transferFee }),
      embedPosts: isOn(config, 'X_WIDGETS'),
      showAvatars: isOn(config, 'AVATAR_URL'),
      ...(isOn(config, 'VIDEO_PLAYER') && config.VIDEO_PLAYER !== 'off'
        ? { explainerVideoIds: config.VIDEO_PLAYER }
        : {}),
      links: socialLinks,
    };
  });
}
