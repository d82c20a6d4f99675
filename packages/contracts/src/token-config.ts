import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** The settings of what comes from third parties, as the environment of more than one service holds them. */
export const Switch = z.enum(['on', 'off'], 'must be on or off');

/** The four films of the home page, in this order. */
export const explainerFilms = ['explainer', '50sant', 'clubnight', 'villains'] as const;

/** `off`, or the ids of the four films at the player, in the order of `explainerFilms`, separated by commas. */
export const VideoPlayer = z.union(
  [
    z.literal('off'),
    z
      .string()
      .transform((text) => text.split(',').map((id) => id.trim()))
      .pipe(z.array(z.string().regex(/^[\w-]{6,20}$/)).length(explainerFilms.length)),
  ],
  'must be off, or four video ids separated by commas',
);

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
  /** Whether profile images may be fetched by handle; without it the page shows seals with initials. */
  showAvatars: z.boolean().optional(),
  /** The films' ids at the video player, in the order of `explainerFilms`; without it the page plays its own files. */
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
