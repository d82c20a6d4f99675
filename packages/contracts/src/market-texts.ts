import type { MarketToken } from './market-data.ts';

/** The page's polling interval and the gateway's cache time, in milliseconds. */
export const MARKET_REFRESH_MS = 30_000;

/** Texts shown when a token's figures are unavailable. */
export const marketFailedTexts = {
  list: 'Failed to fetch token data',
  rival: 'Failed to fetch Rizzmas data',
} as const satisfies Record<MarketToken, string>;
