import { REPORT_VISIT_PATH } from '@naughty-list/contracts/report-visit-path';
import type { ReportedVisit } from '@naughty-list/contracts/visits';
import type { AppRouter } from '../router.ts';

/**
 * Tells the server when the app shows another page without loading one; page loads it counts itself, but for those that the browser
 * made before anybody asked. Nobody waits for it, and a browser that cannot send it sends nothing.
 */
export function reportVisits(router: AppRouter): void {
  router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
    // A path that leads nowhere matches nothing but the frame; the admin panel is nobody's visit.
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

/** What browsers that load pages ahead say of it (MDN: Speculation Rules API); others know none of it. */
type LoadedAhead = { prerendering?: boolean };
type Load = { activationStart?: number; deliveryType?: string };

/** A page that was fetched or drawn ahead was nobody's visit then; it is one when somebody sees it. */
function whenSeenLate(tell: () => void): void {
  const [load] = performance.getEntriesByType('navigation') as Load[];
  if ((document as LoadedAhead).prerendering)
    document.addEventListener('prerenderingchange', tell, { once: true });
  else if (load?.activationStart || load?.deliveryType === 'navigational-prefetch') tell();
}
