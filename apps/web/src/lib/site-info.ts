import { getSiteInfo } from 'virtual:endpoints/site-info';
import type { SiteInfo } from '@naughty-list/contracts/site-info';
import { useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { api } from './api.ts';

/** The operator's texts, fetched once per page load; undefined until the page is hydrated. */
export function useSiteInfo(): SiteInfo | undefined {
  const { data } = useQuery({
    queryKey: ['site-info'],
    queryFn: ({ signal }) => api.call(getSiteInfo, {}, { signal }),
  });
  return useHydrated() ? data : undefined;
}
