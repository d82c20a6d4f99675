import { REPORT_VISIT_PATH } from '@naughty-list/contracts/report-visit-path';
import { SERVED_BY_HEADER } from '../several/balancer.ts';
import { again } from './again.ts';
import type { Crowd } from './crowd.ts';

const PAUSE_MS = 60;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/146.0.0.0 Safari/537.36';

/**
 * Users who open pages and navigate within the app: each visit has a distinct browser name, by which it is found again.
 */
export function openPages({ call, kept, random, over, url }: Crowd): Promise<void> {
  let visits = 0;
  return again(PAUSE_MS, over, async () => {
    visits += 1;
    const at = Date.now();
    const isLoad = random.next() < 0.7;
    // In the browser name: URLs are stored without their query.
    const visit = `visit/${visits}`;
    const userAgent = `${BROWSER} ${visit}`;
    const answer = isLoad
      ? await call('page load', '/', {
          headers: { accept: 'text/html', 'user-agent': userAgent, 'sec-fetch-dest': 'document' },
        })
      : await call('visit reported by the page', REPORT_VISIT_PATH, {
          method: 'POST',
          headers: { 'user-agent': userAgent, origin: url },
          body: JSON.stringify({ pageUrl: '/nice-list', referrer: null }),
        });
    if (answer) kept.visits.set(visit, { by: answer.headers.get(SERVED_BY_HEADER) ?? '', at });
    else kept.unanswered.add(visit);
  });
}
