import { again } from './again.ts';
import type { Crowd } from './crowd.ts';

const PAUSE_MS = 1_000;

/** Users who submit praises, each with a separate post; without retries. */
export function praise({ call, over, kept }: Crowd): Promise<void> {
  let praised = 0;
  return again(PAUSE_MS, over, async () => {
    praised += 1;
    const username = `hero_${praised}`;
    const answer = await call('praise', '/api/nice-reports', {
      method: 'POST',
      body: JSON.stringify({
        twitterUrl: `https://x.com/${username}/status/${praised}`,
        username,
        description: 'A kind soul who gave back what was found.',
      }),
    });
    (answer ? kept.praised : kept.perhapsPraised).add(username);
  });
}
