import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** The product's token, and the rival holiday token (Rizzmas). */
export const MarketToken = z.enum(['list', 'rival']);
export type MarketToken = z.infer<typeof MarketToken>;

/** Figures of the token's chosen pair, in US dollars and percent; `null` when the market has no value. */
export const MarketFigures = z.object({
  marketCap: z.number().nullable(),
  volume24h: z.number().nullable(),
  priceChange24h: z.number().nullable(),
});
export type MarketFigures = z.infer<typeof MarketFigures>;

/**
 * `connected: false`: market data is switched off. `figures: null`: the market knows no pair of the token, or its address is not set.
 * `ageSeconds` exceeds the refresh time while the market does not respond.
 */
export const MarketData = z.discriminatedUnion('connected', [
  z.object({ connected: z.literal(false) }),
  z.object({
    connected: z.literal(true),
    figures: MarketFigures.nullable(),
    ageSeconds: z.number().int().min(0),
  }),
]);
export type MarketData = z.infer<typeof MarketData>;

export const getMarketData = defineEndpoint({
  method: 'GET',
  path: '/api/market-data/:token',
  summary: 'Market cap, 24 h volume and 24 h change of a token',
  access: 'public',
  params: z.object({ token: MarketToken }),
  answers: { 200: MarketData },
  errors: ['service_unavailable'],
});
