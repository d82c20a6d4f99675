import { createApiClient } from '@naughty-list/api-client/client';

/** The product's API, at the page's own origin. */
export const api = createApiClient({ baseUrl: '' });
