import { createApiClient } from '@naughty-list/api-client/client';
import { getAdminStatus } from '@naughty-list/contracts/admin-session';
import { useQuery } from '@tanstack/react-query';
import { queriesOf, queryOf } from '../../../lib/api.ts';
import { createStore } from '../../../lib/store.ts';

/** `hasEnded` is set when a call gets a 401 response. */
export const session = createStore<{ hasEnded: boolean }>({ hasEnded: false });

/** API client for admin calls; a 401 response shows the login form. */
export const adminApi = createApiClient({
  baseUrl: '',
  fetch: async (url, init) => {
    const response = await fetch(url, init);
    if (response.status === 401) session.set({ hasEnded: true });
    return response;
  },
});

export const adminQueryOf = queriesOf(adminApi);

/** The session's status, fetched once per page load. */
export const statusQuery = queryOf(['admin-status'], getAdminStatus);

/** Whether the user is an admin rather than a moderator. */
export function useIsAdmin(): boolean {
  const { data } = useQuery(statusQuery);
  return data?.role !== 'moderator';
}
