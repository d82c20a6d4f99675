import { REPORT_VISIT_PATH } from '@naughty-list/contracts/report-visit-path';
import type { ReportedVisit } from '@naughty-list/contracts/visits';
import type { AppRouter } from '../router.ts';

/**
 * Tells the server when the app shows another page without loading one; page loads it counts itself. Nobody waits for it, and
 * a browser that cannot send it sends nothing.
 */
export function reportVisits(router: AppRouter): void {
  router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
    // A path that leads nowhere matches nothing but the frame; the admin panel is nobody's visit.
    const isPage = router.state.matches.length > 1 && !toLocation.pathname.startsWith('/admin');
    if (!fromLocation || !pathChanged || !isPage) return;
    const visit: ReportedVisit = {
      pageUrl: toLocation.pathname + toLocation.searchStr,
      referrer: fromLocation.pathname + fromLocation.searchStr,
    };
    const body = new Blob([JSON.stringify(visit)], { type: 'application/json' });
    navigator.sendBeacon?.(REPORT_VISIT_PATH, body);
  });
}
