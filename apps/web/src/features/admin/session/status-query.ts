import { getAdminStatus } from '@naughty-list/contracts/admin-session';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The session's status, fetched once per page load. */
export const statusQuery = queryOptions({
  queryKey: ['admin-status'],
  queryFn: ({ signal }) => api.call(getAdminStatus, {}, { signal }),
});

/** Whether the panel is open to an admin, and not to a moderator. A gateway of before the roles has only admins. */
export function useIsAdmin(): boolean {
  const { data } = useQuery(statusQuery);
  return data?.role !== 'moderator';
}
