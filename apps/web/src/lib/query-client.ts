import { QueryClient } from '@tanstack/react-query';

/**
 * Data never goes stale by itself and nothing is retried or refetched unasked (specification, section 7). Offline, a call
 * fails at once and is told, instead of waiting unseen for a connection.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
