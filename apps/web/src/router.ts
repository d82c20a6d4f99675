import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { parseQuery, writeQuery } from './lib/query-string.ts';
import { routeTree } from './routeTree.gen.ts';

/** In the browser the history is the browser's; at build time a page of it is passed. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    // At build time it would write an inline script, which the policy forbids.
    scrollRestoration: history === undefined,
    defaultPreload: 'intent',
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
