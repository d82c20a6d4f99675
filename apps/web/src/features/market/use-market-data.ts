import { getMarketData } from 'virtual:endpoints/market-data';
import type { MarketFigures, MarketToken } from '@naughty-list/contracts/market-data';
import { MARKET_REFRESH_MS, marketFailedTexts } from '@naughty-list/contracts/market-texts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** A token's figures; the last result is kept while later calls fail. */
export type TokenOnMarket = {
  isLoading: boolean;
  /** Market data is disabled on this installation. */
  isOff: boolean;
  figures: MarketFigures | null | undefined;
  ageSeconds: number;
  error: string | undefined;
};

/** Polls every 30 seconds while the page is visible. */
export function useMarketData(token: MarketToken): TokenOnMarket {
  const { data, isPending, isError } = useQuery({
    queryKey: ['market-data', token],
    queryFn: ({ signal }) => api.call(getMarketData, { params: { token } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.connected === false ? false : MARKET_REFRESH_MS),
  });
  const known = data?.connected ? data : undefined;
  return {
    isLoading: isPending,
    isOff: data?.connected === false,
    figures: known?.figures,
    ageSeconds: known?.ageSeconds ?? 0,
    error: isError ? marketFailedTexts[token] : undefined,
  };
}
