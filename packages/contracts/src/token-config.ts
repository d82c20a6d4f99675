import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

export const socialLinks = {
  x: 'https://x.com/naughtylistsol',
  tiktok: 'https://www.tiktok.com/@naughtylistsol',
  telegram: 'https://t.me/naughtylistsol',
  chart: 'https://dexscreener.com/solana',
} as const;

/** What the page needs to know at run time about the token, the chain and the outside world. */
export const TokenConfig = z.object({
  contractAddress: z.string(),
  decimals: z.number().int(),
  burnWalletAddress: z.string(),
  removalCostTokens: z.string(),
  membershipFeeTokens: z.string(),
  cluster: z.string(),
  rpcUrl: z.string(),
  /** Whether posts may be shown through X's widget script; without it the page shows plain quotes. */
  embedPosts: z.boolean().optional(),
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
