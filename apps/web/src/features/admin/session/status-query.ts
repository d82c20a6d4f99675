import { getAdminStatus } from '@naughty-list/contracts/admin-session';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The session's status, fetched once per page load. */
export const statusQuery = queryOptions({
  queryKey: ['admin-status'],
  queryFn: ({ signal }) => api.call(getAdminStatus, {}, { signal }),
});

/** Whether the user is an admin rather than a moderator. A gateway from before roles existed has only admins. */
export function useIsAdmin(): boolean {
  const { data } = useQuery(statusQuery);
  return data?.role !== 'moderator';
}
