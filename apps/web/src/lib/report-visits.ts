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
    if (!fromLocation) whenSeenLate(() => send(toLocation, null));
    else if (pathChanged) send(toLocation, fromLocation);
  });
}

type Place = { pathname: string; searchStr: string };

const addressOf = ({ pathname, searchStr }: Place) => pathname + searchStr;

function send(to: Place, from: Place | null): void {
  const visit: ReportedVisit = { pageUrl: addressOf(to), referrer: from && addressOf(from) };
  const body = new Blob([JSON.stringify(visit)], { type: 'application/json' });
  navigator.sendBeacon?.(REPORT_VISIT_PATH, body);
}

/** Prerendering state in browsers that support it (MDN: Speculation Rules API). */
type LoadedAhead = { prerendering?: boolean };
type Load = { activationStart?: number; deliveryType?: string };

/** A prefetched or prerendered page counts as a visit once it is shown. */
function whenSeenLate(tell: () => void): void {
  const [load] = performance.getEntriesByType('navigation') as Load[];
  if ((document as LoadedAhead).prerendering)
    document.addEventListener('prerenderingchange', tell, { once: true });
  else if (load?.activationStart || load?.deliveryType === 'navigational-prefetch') tell();
}
