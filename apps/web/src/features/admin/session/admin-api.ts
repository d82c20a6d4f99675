import { createApiClient } from '@naughty-list/api-client/client';
import { createStore } from '../../../lib/store.ts';

/** Whether the server has said, to any call, that the session is over. */
export const session = createStore<{ hasEnded: boolean }>({ hasEnded: false });

/** The API for calls that only an admin may make: an answer of 401 brings the login form back. */
export const adminApi = createApiClient({
  baseUrl: '',
  beginsTraces: true,
  fetch: async (url, init) => {
    const response = await fetch(url, init);
    if (response.status === 401) session.set({ hasEnded: true });
    return response;
  },
});
