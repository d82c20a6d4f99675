import { REPORT_VISIT_PATH } from '@naughty-list/contracts/report-visit-path';
import { SERVED_BY_HEADER } from '../several/balancer.ts';
import { again } from './again.ts';
import type { Crowd } from './crowd.ts';

const PAUSE_MS = 60;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/146.0.0.0 Safari/537.36';

/** People who open pages, and go from page to page inside the app: each visit comes from a browser of its own, to be found again by. */
export function openPages({ call, kept, random, over, url }: Crowd): Promise<void> {
  let visits = 0;
  return again(PAUSE_MS, over, async () => {
    visits += 1;
    const at = Date.now();
    const isLoad = random.next() < 0.7;
    // In the name of the browser: addresses are stored without their query.
    const visit = `visit/${visits}`;
    const userAgent = `${BROWSER} ${visit}`;
    const answer = isLoad
      ? await call('page load', '/', {
          headers: { accept: 'text/html', 'user-agent': userAgent, 'sec-fetch-dest': 'document' },
        })
      : await call('visit told by the page', REPORT_VISIT_PATH, {
          method: 'POST',
          headers: { 'user-agent': userAgent, origin: url },
          body: JSON.stringify({ pageUrl: '/nice-list', referrer: null }),
        });
    if (answer) kept.visits.set(visit, { by: answer.headers.get(SERVED_BY_HEADER) ?? '', at });
    else kept.unanswered.add(visit);
  });
}
