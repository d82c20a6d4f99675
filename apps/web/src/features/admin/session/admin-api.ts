import { createApiClient } from '@naughty-list/api-client/client';
import { createStore } from '../../../lib/store.ts';

/** Set when any call got a 401. */
export const session = createStore<{ hasEnded: boolean }>({ hasEnded: false });

/** API client for admin calls; a 401 response shows the login form. */
export const adminApi = createApiClient({
  baseUrl: '',
  beginsTraces: true,
  fetch: async (url, init) => {
    const response = await fetch(url, init);
    if (response.status === 401) session.set({ hasEnded: true });
    return response;
  },
});
