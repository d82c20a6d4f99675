import { createApiClient } from '@naughty-list/api-client/client';

/** API client for the page's own origin. */
export const api = createApiClient({ baseUrl: '', solveChallenge });

/** The solver is imported on demand, since challenges are rare. */
async function solveChallenge(challenge: unknown): Promise<string> {
  const { solve } = await import('./challenge/solve.ts');
  return solve(challenge);
}
