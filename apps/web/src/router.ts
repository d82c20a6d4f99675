import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { parseQuery, writeQuery } from './lib/query-string.ts';
import { routeTree } from './routeTree.gen.ts';

/** Uses the browser's history; at build time a memory history is passed. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    // At build time it would emit an inline script, which the policy forbids.
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
