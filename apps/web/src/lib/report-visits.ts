import { REPORT_VISIT_PATH } from '@naughty-list/contracts/report-visit-path';
import type { ReportedVisit } from '@naughty-list/contracts/visits';
import type { AppRouter } from '../router.ts';

/**
 * Reports client-side navigation as visits. The server counts page loads itself, except those that the browser
 * prefetched or prerendered. Fire and forget; failures are ignored.
 */
export function reportVisits(router: AppRouter): void {
  router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
    // An unknown path matches only the root route; the admin panel is not counted.
    const isPage = router.state.matches.length > 1 && !toLocation.pathname.startsWith('/admin');
    if (!isPage) return;
    if (!fromLocation) whenShownAfterPrefetch(() => send(toLocation, null));
    else if (pathChanged) send(toLocation, fromLocation);
  });
}

type PageLocation = { pathname: string; searchStr: string };

const addressOf = ({ pathname, searchStr }: PageLocation) => pathname + searchStr;

function send(to: PageLocation, from: PageLocation | null): void {
  const visit: ReportedVisit = { pageUrl: addressOf(to), referrer: from && addressOf(from) };
  const body = new Blob([JSON.stringify(visit)], { type: 'application/json' });
  navigator.sendBeacon?.(REPORT_VISIT_PATH, body);
}

/** Prerendering state in browsers that support it (MDN: Speculation Rules API). */
type PrerenderableDocument = { prerendering?: boolean };
type NavigationTiming = { activationStart?: number; deliveryType?: string };

/** Calls `onShown` once a prefetched or prerendered page is shown; never for other page loads. */
function whenShownAfterPrefetch(onShown: () => void): void {
  const [navigation] = performance.getEntriesByType('navigation') as NavigationTiming[];
  if ((document as PrerenderableDocument).prerendering)
    document.addEventListener('prerenderingchange', onShown, { once: true });
  else if (navigation?.activationStart || navigation?.deliveryType === 'navigational-prefetch') onShown();
}
