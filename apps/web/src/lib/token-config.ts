import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

/** Asked once per page load. */
export const tokenConfigQuery = queryOptions({
  queryKey: ['token-config'],
  queryFn: ({ signal }) => api.call(getTokenConfig, {}, { signal }),
});

/** What the page knows about the token, the chain and the project's links. */
export function useTokenConfig() {
  return useQuery(tokenConfigQuery);
}
