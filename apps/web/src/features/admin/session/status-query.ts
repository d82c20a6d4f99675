import { getAdminStatus } from '@naughty-list/contracts/admin-session';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Who is logged in, asked once per page load. */
export const statusQuery = queryOptions({
  queryKey: ['admin-status'],
  queryFn: ({ signal }) => api.call(getAdminStatus, {}, { signal }),
});
