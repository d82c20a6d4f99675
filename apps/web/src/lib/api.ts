import { type ApiClient, createApiClient } from '@naughty-list/api-client/client';
import { newTraceparent } from '@naughty-list/api-client/traceparent';

/** The product's API, at the page's own origin. */
export const api = createApiClient({ baseUrl: '', beginsTraces: true, solveChallenge });

/** Few visitors are ever challenged: what solves it is fetched then. */
async function solveChallenge(challenge: unknown): Promise<string> {
  const { solve } = await import('./challenge/solve.ts');
  return solve(challenge);
}

/** The same for one thing that a visitor does: all that it asks, and asks again, is one trace, from the press to the effect. */
export const apiOfOneAction = (): ApiClient =>
  createApiClient({ baseUrl: '', headers: { traceparent: newTraceparent() } });
