import { type ApiClient, createApiClient, newTraceparent } from '@naughty-list/api-client/client';

/** API client for the page's own origin. */
export const api = createApiClient({ baseUrl: '', beginsTraces: true, solveChallenge });

/** The solver is imported on demand, since challenges are rare. */
async function solveChallenge(challenge: unknown): Promise<string> {
  const { solve } = await import('./challenge/solve.ts');
  return solve(challenge);
}

/** A client for one user action: all its calls, retries included, share one trace. */
export const apiOfOneAction = (): ApiClient =>
  createApiClient({ baseUrl: '', headers: { traceparent: newTraceparent() } });
