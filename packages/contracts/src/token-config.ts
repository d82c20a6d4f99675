import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** Third-party settings, shared by several services through the environment. */
export const Switch = z.enum(['on', 'off'], 'must be on or off');

/** The four videos of the home page, in order. */
export const explainerFilms = ['explainer', '50sant', 'clubnight', 'villains'] as const;

/** `off`, or the video ids in the order of `explainerFilms`, separated by commas. */
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

/** Run-time settings for the page: token, chain and third parties. */
export const TokenConfig = z.object({
  contractAddress: z.string(),
  decimals: z.number().int(),
  burnWalletAddress: z.string(),
  removalCostTokens: z.string(),
  membershipFeeTokens: z.string(),
  cluster: z.string(),
  rpcUrl: z.string(),
  /** Whether posts are embedded with X's widget script; otherwise the page shows plain quotes. */
  embedPosts: z.boolean().optional(),
  /** Whether profile images are fetched by handle; otherwise the page shows initials. */
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
