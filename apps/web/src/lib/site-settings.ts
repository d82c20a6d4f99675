import { getSiteInfo } from 'virtual:endpoints/site-info';
import { getTokenConfig } from 'virtual:endpoints/token-config';
import type { SiteInfo } from '@naughty-list/contracts/site-info';
import { useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { queryOf } from './api.ts';

/** Fetched once per page load. */
export const tokenConfigQuery = queryOf(['token-config'], getTokenConfig);

/**
 * Configuration of token, chain and project links. Hydration uses the prerendered values even if the query is already
 * resolved.
 */
export function useTokenConfig() {
  const { data, isError, refetch } = useQuery(tokenConfigQuery);
  const isHydrated = useHydrated();
  return { data: isHydrated ? data : undefined, isError: isHydrated && isError, refetch };
}

/** The operator's texts, fetched once per page load; undefined until the page is hydrated. */
export function useSiteInfo(): SiteInfo | undefined {
  const { data } = useQuery(queryOf(['site-info'], getSiteInfo));
  return useHydrated() ? data : undefined;
}
