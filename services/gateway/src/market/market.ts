import type { MarketData, MarketFigures, MarketToken } from '@naughty-list/contracts/market-data';
import { MARKET_REFRESH_MS } from '@naughty-list/contracts/market-texts';
import { isOn } from '@naughty-list/contracts/third-parties';
import { cached } from '@naughty-list/service-kit/http/cached';
import { callHttp, readLimited } from '@naughty-list/service-kit/http/http-call';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { z } from 'zod';
import type { Config } from '../config.ts';

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
/** Rizzmas, as listed by Jupiter (2024-12-10) and CoinGecko. */
const RIVAL = '85cQsFgbi8mBZxiPppbpPXuV7j1hA8tBwhjF4gKW6mHg';
const KEEP_MS = 24 * 3_600_000;

/** Returns a token's figures; `undefined` when the market does not respond and no recent value is cached. */
export type Market = (token: MarketToken) => Promise<MarketData | undefined>;

type Settings = Pick<Config, 'THIRD_PARTIES' | 'MARKET_DATA_URL' | 'MARKET_TOKEN_ADDRESS'>;

/** At most one outgoing call per token and refresh interval. */
export function createMarket(config: Settings, log: Log): Market {
  const { MARKET_TOKEN_ADDRESS: list } = config;
  if (!isOn(config, 'MARKET_DATA_URL')) return async () => ({ connected: false });

  const cachedFigures = (tokenAddress: string, choose: (pairs: readonly Pair[]) => Pair | undefined) =>
    staleIfError({
      load: async () => figuresOf(choose(await fetchPairs({ url: config.MARKET_DATA_URL, tokenAddress }))),
      onFailure: (error) => log.warn({ err: error, tokenAddress }, 'market data not loaded'),
      everyMs: MARKET_REFRESH_MS,
      keepMs: KEEP_MS,
    });
  const figures = {
    list: list ? cachedFigures(list, chooseListPair) : async () => ({ value: null, ageMs: 0 }),
    rival: cachedFigures(RIVAL, (pairs) => chooseRivalPair(pairs, { rival: RIVAL, wrappedSol: WRAPPED_SOL })),
  };
  return async (token) => {
    const found = await figures[token]();
    return found && { connected: true, figures: found.value, ageSeconds: Math.floor(found.ageMs / 1_000) };
  };
}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_000_000;

/**
 * Fetches all pairs of a token from the market API at `url`, which is `https://host`.
 *
 * @throws Error when the response is late, too large, not OK, not JSON, or malformed
 */
async function fetchPairs({ url, tokenAddress }: { url: string; tokenAddress: string }): Promise<Pair[]> {
  const answer = await callHttp(`${url}/latest/dex/tokens/${encodeURIComponent(tokenAddress)}`, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = await readLimited(answer, MAX_BYTES);
  const { statusCode: status, headers } = answer;
  const type = headers['content-type'] ?? 'nothing';
  if (status !== 200) throw new Error(`the market answered ${status}`);
  if (!/^application\/json\b/i.test(type)) throw new Error(`the market answered with ${type}`);
  return PairsAnswer.parse(JSON.parse(body.toString('utf8'))).pairs ?? [];
}

const Token = z.object({ address: z.string().min(1).max(100) });
const amount = z.number().min(0).nullish();

/** The fields that are read of a trading pair; one malformed number rejects the whole response. */
export const Pair = z.object({
  baseToken: Token,
  quoteToken: Token,
  marketCap: amount,
  volume: z.object({ h24: amount }).nullish(),
  priceChange: z.object({ h24: z.number().nullish() }).nullish(),
});
export type Pair = z.infer<typeof Pair>;

/** The response of `/latest/dex/tokens/{address}`; `null` for a token without pairs. */
export const PairsAnswer = z.object({ pairs: z.array(Pair).max(1_000).nullable() });

/** The pair used for LIST: the one with the highest market cap. */
export function chooseListPair(pairs: readonly Pair[]): Pair | undefined {
  return pairs.reduce<Pair | undefined>((best, pair) => (cap(pair) > cap(best) ? pair : best), pairs[0]);
}

const cap = (pair: Pair | undefined) => pair?.marketCap ?? -1;

/** The pair used for the rival: its pair against wrapped SOL, else any pair with it as base, else the first. */
export function chooseRivalPair(
  pairs: readonly Pair[],
  { rival, wrappedSol }: { rival: string; wrappedSol: string },
): Pair | undefined {
  const own = pairs.filter(({ baseToken }) => baseToken.address === rival);
  return own.find(({ quoteToken }) => quoteToken.address === wrappedSol) ?? own[0] ?? pairs[0];
}

/** The figures of a pair that pages receive. */
export function figuresOf(pair: Pair | undefined): MarketFigures | null {
  if (!pair) return null;
  return {
    marketCap: pair.marketCap ?? null,
    volume24h: pair.volume?.h24 ?? null,
    priceChange24h: pair.priceChange?.h24 ?? null,
  };
}

/** A value with its age in milliseconds. */
type Aged<T> = { value: T; ageMs: number };

/**
 * Caches a value that is read far more often than it may be loaded: concurrent readers share an attempt, of which there
 * is one in `everyMs`, and when loading fails the last value is returned, up to `keepMs` old (RFC 5861,
 * `stale-if-error`). `undefined` when there is none.
 */
export function staleIfError<T>({
  load,
  onFailure,
  everyMs,
  keepMs,
}: {
  load: () => Promise<T>;
  /** Called once per failed attempt. */
  onFailure: (error: unknown) => void;
  everyMs: number;
  keepMs: number;
}): () => Promise<Aged<T> | undefined> {
  let last: { value: T; at: number } | undefined;
  const attempts = cached<Promise<void>>({ max: 1, ttlMs: everyMs });
  const attempt = async () => {
    const at = performance.now();
    await load().then((value) => {
      last = { value, at };
    }, onFailure);
  };
  return async () => {
    await attempts.get('attempt', attempt);
    const ageMs = last ? performance.now() - last.at : Number.POSITIVE_INFINITY;
    return last && ageMs <= keepMs ? { value: last.value, ageMs } : undefined;
  };
}
