import { again } from './again.ts';
import type { Crowd } from './crowd.ts';

const PAUSE_MS = 1_000;

/** Users who submit praises, each with a separate post; without retries. */
export function submitNiceReport({ call, over, kept }: Crowd): Promise<void> {
  let niceReports = 0;
  return again(PAUSE_MS, over, async () => {
    niceReports += 1;
    const username = `hero_${niceReports}`;
    const answer = await call('praise', '/api/nice-reports', {
      method: 'POST',
      body: JSON.stringify({
        twitterUrl: `https://x.com/${username}/status/${niceReports}`,
        username,
        description: 'A kind soul who gave back what was found.',
      }),
    });
    (answer ? kept.niceReports : kept.possibleNiceReports).add(username);
  });
}
