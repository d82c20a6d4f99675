import { clientsClaim } from 'workbox-core';
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies';

/**
 * Precaches the app's files for offline use. API responses and pages always come from the network, so that no list or
 * verdict is stale; offline, a page opens as the empty shell.
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

// Looks up a text shared with the installed app, usually a link to a post. Passed as a fragment, which is not sent to
// the server: the page may be in private mode.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname === '/share',
  async ({ request }) => {
    const shared = await request.formData();
    const texts = ['url', 'text', 'title'].map((name) => String(shared.get(name) ?? '').trim());
    const link = /https?:\/\/\S+/.exec(texts.join(' '))?.[0];
    const search = link ?? texts.find((text) => text !== '') ?? '';
    return Response.redirect(`/#${new URLSearchParams({ search })}`, 303);
  },
  'POST',
);

// Caches drawings, which are only decorative. Films are fetched in ranges and need the network.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && /^\/art\/.+\.(svg|png|webp|jpg)$/.test(url.pathname),
  new StaleWhileRevalidate({ cacheName: 'drawings' }),
);
