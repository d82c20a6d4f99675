import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { BaseUnits } from './primitives.ts';

/** What is withheld of a transfer, at most `maximum` base units; the receiver does not get it. */
export const TransferFee = z.object({ basisPoints: z.number().int(), maximum: BaseUnits });
export type TransferFee = z.infer<typeof TransferFee>;

/** Run-time settings for the page: token, chain and third parties. */
export const TokenConfig = z.object({
  contractAddress: z.string(),
  decimals: z.number().int(),
  burnWalletAddress: z.string(),
  removalCostTokens: z.string(),
  membershipFeeTokens: z.string(),
  cluster: z.string(),
  rpcUrl: z.string(),
  /** Whether enough providers answer for payments to be seen; 0.1.0 does not say. */
  isChainReachable: z.boolean().optional(),
  /** Of a Token-2022 mint; without it, nothing. */
  transferFee: TransferFee.optional(),
  /** Whether a click embeds a post with X's widget script; otherwise the page shows plain quotes only. */
  embedPosts: z.boolean().optional(),
  /** Whether the gateway has profile images; otherwise the page shows initials. */
  showAvatars: z.boolean().optional(),
  /** The video ids in the order of `explainerFilms`; without them the page plays its own files. */
  explainerVideoIds: z.array(z.string()).optional(),
  links: z.object({ x: z.string(), tiktok: z.string(), telegram: z.string(), chart: z.string() }),
});
export type TokenConfig = z.infer<typeof TokenConfig>;

export const getTokenConfig = defineEndpoint({
  method: 'GET',
  path: '/api/token-config',
  summary: 'Token, prices and links',
  access: 'public',
  answers: { 200: TokenConfig },
  errors: ['service_unavailable'],
});
