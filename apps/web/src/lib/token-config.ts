import { getTokenConfig } from 'virtual:endpoints/token-config';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { api } from './api.ts';

/** Fetched once per page load. */
export const tokenConfigQuery = queryOptions({
  queryKey: ['token-config'],
  queryFn: ({ signal }) => api.call(getTokenConfig, {}, { signal }),
});

/**
 * Configuration of token, chain and project links. Hydration uses the prerendered values even if the query is already
 * resolved.
 */
export function useTokenConfig() {
  const { data, isError, refetch } = useQuery(tokenConfigQuery);
  const isHydrated = useHydrated();
  return { data: isHydrated ? data : undefined, isError: isHydrated && isError, refetch };
}
