import type { MarketToken } from './market-data.ts';

/** How often the page asks, and how long the gateway answers from memory, in milliseconds. */
export const MARKET_REFRESH_MS = 30_000;

/** What the page says when a token's figures cannot be had. */
export const marketFailedTexts = {
  list: 'Failed to fetch token data',
  rival: 'Failed to fetch Rizzmas data',
} as const satisfies Record<MarketToken, string>;
