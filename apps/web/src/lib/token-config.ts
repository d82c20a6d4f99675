import { getTokenConfig } from 'virtual:endpoints/token-config';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { api } from './api.ts';

/** Asked once per page load. */
export const tokenConfigQuery = queryOptions({
  queryKey: ['token-config'],
  queryFn: ({ signal }) => api.call(getTokenConfig, {}, { signal }),
});

/**
 * What the page knows about the token, the chain and the project's links. A part of a written page is taken over as it
 * was written, also when another part has asked, and got its answer, before.
 */
export function useTokenConfig() {
  const { data, isError, refetch } = useQuery(tokenConfigQuery);
  const isHydrated = useHydrated();
  return { data: isHydrated ? data : undefined, isError: isHydrated && isError, refetch };
}
