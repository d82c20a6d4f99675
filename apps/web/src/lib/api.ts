import { type ApiClient, createApiClient, type InputArguments } from '@naughty-list/api-client/client';
import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { queryOptions } from '@tanstack/react-query';

/** API client for the page's own origin. */
export const api = createApiClient({ baseUrl: '', solveChallenge });

/** Makes queries for what endpoints answer to a client. */
export const queriesOf =
  (client: ApiClient) =>
  <E extends Endpoint>(queryKey: readonly unknown[], endpoint: E, ...[input]: InputArguments<E>) =>
    queryOptions({
      queryKey,
      queryFn: ({ signal }) =>
        client.call(endpoint, ...([input, { signal }] as unknown as InputArguments<E>)),
    });

export const queryOf = queriesOf(api);

/** The solver is imported on demand, since challenges are rare. */
async function solveChallenge(challenge: unknown): Promise<string> {
  const { solve } = await import('./challenge/solve.ts');
  return solve(challenge);
}
