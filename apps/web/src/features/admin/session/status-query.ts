import { getAdminStatus } from '@naughty-list/contracts/admin-session';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The session's status, fetched once per page load. */
export const statusQuery = queryOptions({
  queryKey: ['admin-status'],
  queryFn: ({ signal }) => api.call(getAdminStatus, {}, { signal }),
});
