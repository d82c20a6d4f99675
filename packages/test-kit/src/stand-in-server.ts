import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (path: string, response: ServerResponse, request: IncomingMessage) => void;

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

/** A local server in place of a third party. */
export async function startStandIn(usual: Handler) {
  const asked: string[] = [];
  let handler = usual;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    handler(path, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Requested paths. */
    asked,
    /** Handles the next calls; `undefined` brings back the usual answers. */
    answerWith: (next: Handler | undefined) => {
      handler = next ?? usual;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const LIST = 'L1STNaughtyNaughtyNaughtyNaughtyNaughtyNau1';
export const RIVAL = '85cQsFgbi8mBZxiPppbpPXuV7j1hA8tBwhjF4gKW6mHg';
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

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

/**
 * A local stand-in for X's oEmbed endpoint that serves these posts by their numbers, under any name and at any path, as
 * X does; the collection may change meanwhile.
 */
export const startOembedServer = (
  posts: { values(): Iterable<Post> } = [],
  missingStatus = () => 404,
): Promise<StandIn> =>
  startStandIn((path, response) => {
    const asked = new URL(path, 'http://127.0.0.1').searchParams.get('url');
    const post = [...posts.values()].find(({ id }) => asked?.endsWith(`/status/${id}`));
    if (post) sendJson(response, oembedOf(post));
    else response.writeHead(missingStatus()).end();
  });

/** The id of a post written at the given time. */
export const postIdAt = (at: Date): string => String((BigInt(at.getTime()) - 1_288_834_974_657n) << 22n);

export type Post = { username: string; id: string; text: string; name?: string; host?: string };

/** X's answer about a post. */
export function oembedOf({ username, id, text, name = 'Santa', host = 'twitter.com' }: Post) {
  const url = `https://${host}/${username}/status/${id}`;
  return {
    url,
    author_name: name,
    author_url: `https://${host}/${username}`,
    html:
      `<blockquote class="twitter-tweet" data-dnt="true"><p lang="en" dir="ltr">${text}</p>` +
      `&mdash; ${name} (@${username}) <a href="${url}?ref_src=twsrc%5Etfw">November 22, 2026</a></blockquote>\n`,
    width: 550,
    height: null,
    type: 'rich',
    cache_age: '3153600000',
    provider_name: 'Twitter',
    provider_url: 'https://twitter.com',
    version: '1.0',
  };
}
