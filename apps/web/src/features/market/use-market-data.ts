import { getMarketData } from 'virtual:endpoints/market-data';
import type { MarketFigures, MarketToken } from '@naughty-list/contracts/market-data';
import { MARKET_REFRESH_MS, marketFailedTexts } from '@naughty-list/contracts/market-texts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** A token's figures as the page knows them; what was read last stays while a later call fails. */
export type TokenOnMarket = {
  isLoading: boolean;
  /** This installation asks no market. */
  isOff: boolean;
  figures: MarketFigures | null | undefined;
  ageSeconds: number;
  error: string | undefined;
};

/** Asked anew every 30 seconds while the page is looked at. */
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
