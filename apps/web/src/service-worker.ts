import { clientsClaim } from 'workbox-core';
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies';

/**
 * Keeps the app's files for use without a connection. API responses and pages always come from the network, so that no
 * list and no verdict is ever stale; offline, a page opens as the empty shell.
 */

/** The hashed files of the build, and the shell; filled in by the build. */
declare const PRECACHE: PrecacheEntry[];
declare const SHELL: string;

precacheAndRoute(PRECACHE);
clientsClaim();
// A page's request does not wait for this worker to start.
enableNavigationPreload();

registerRoute(
  new NavigationRoute(new NetworkOnly({ plugins: [{ handlerDidError: () => matchPrecache(SHELL) }] }), {
    denylist: [/^\/(admin|api|health|internal)([/?]|$)/],
  }),
);

// Drawings, on which no answer depends. Films are fetched in ranges and need the network.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && /^\/art\/.+\.(svg|png|webp|jpg)$/.test(url.pathname),
  new StaleWhileRevalidate({ cacheName: 'drawings' }),
);
