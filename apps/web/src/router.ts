import { createRouter } from '@tanstack/react-router';
import { parseQuery, writeQuery } from './lib/query-string.ts';
import { routeTree } from './routeTree.gen.ts';

export function createAppRouter() {
  return createRouter({
    routeTree,
    scrollRestoration: true,
    defaultPreload: 'intent',
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
