import type { ServerResponse } from 'node:http';
import { type StandIn, startStandIn } from './stand-in-server.ts';

export const LIST = 'L1STNaughtyNaughtyNaughtyNaughtyNaughtyNau1';
export const RIVAL = '85cQsFgbi8mBZxiPppbpPXuV7j1hA8tBwhjF4gKW6mHg';
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

/** A local market with the response format of DEX Screener's `/latest/dex/tokens/{address}`: a pair of each token. */
export const startMarketServer = (): Promise<StandIn> =>
  startStandIn((path, response) =>
    sendJson(response, { schemaVersion: '1.0.0', pairs: pairsOf(path.split('/').at(-1) ?? '') }),
  );

export function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

function pairsOf(address: string): unknown[] {
  const pair = (base: string, quote: string, marketCap: number, h24: number, change: number) => ({
    chainId: 'solana',
    dexId: 'raydium',
    pairAddress: 'PAIR',
    baseToken: { address: base, name: 'A token', symbol: 'TKN' },
    quoteToken: { address: quote, name: 'Wrapped SOL', symbol: 'SOL' },
    priceUsd: '0.0001',
    volume: { h24, h6: 1, h1: 1, m5: 0 },
    priceChange: { h24: change },
    liquidity: { usd: 1, base: 1, quote: 1 },
    marketCap,
  });
  if (address === LIST) {
    return [pair(LIST, 'USDC', 90_000, 1, 1), pair(LIST, WRAPPED_SOL, 125_000, 4_321.5, 2.345)];
  }
  return [
    pair('OTHER', RIVAL, 9e9, 1, 1),
    pair(RIVAL, 'USDC', 1, 1, 1),
    pair(RIVAL, WRAPPED_SOL, 5_250_000, 1_234_567, -3.2),
  ];
}
