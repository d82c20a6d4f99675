import type { MarketData, MarketToken } from '@naughty-list/contracts/market-data';
import { MARKET_REFRESH_MS } from '@naughty-list/contracts/market-texts';
import { isOn } from '@naughty-list/contracts/third-parties';
import { callHttp, readLimited } from '@naughty-list/service-kit/http/http-call';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Config } from '../config.ts';
import { chooseListPair, chooseRivalPair, figuresOf, type Pair, PairsAnswer } from './pair.ts';
import { staleIfError } from './stale-if-error.ts';

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
/** Rizzmas, as listed by Jupiter (2024-12-10) and CoinGecko. */
const RIVAL = '85cQsFgbi8mBZxiPppbpPXuV7j1hA8tBwhjF4gKW6mHg';
const KEEP_MS = 24 * 3_600_000;

/** Returns a token's figures; `undefined` when the market does not respond and no recent value is cached. */
export type Market = (token: MarketToken) => Promise<MarketData | undefined>;

type Settings = Pick<Config, 'THIRD_PARTIES' | 'MARKET_DATA_URL' | 'MARKET_TOKEN_ADDRESS'>;

/** At most one outgoing call per token and refresh interval. */
export function createMarket(config: Settings, log: Log, now = () => performance.now()): Market {
  const { MARKET_TOKEN_ADDRESS: list } = config;
  if (!isOn(config, 'MARKET_DATA_URL')) return async () => ({ connected: false });

  const cachedFigures = (tokenAddress: string, choose: (pairs: readonly Pair[]) => Pair | undefined) =>
    staleIfError({
      load: async () => figuresOf(choose(await fetchPairs({ url: config.MARKET_DATA_URL, tokenAddress }))),
      onFailure: (error) => log.warn({ err: error, tokenAddress }, 'market data not loaded'),
      now,
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
