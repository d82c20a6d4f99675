import { QueryClient } from '@tanstack/react-query';

/**
 * Data never becomes stale, and nothing is retried or refetched automatically (specification, section 7). Offline, a
 * call fails at once instead of pausing.
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
