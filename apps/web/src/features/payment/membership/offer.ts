import { generateBurnAddress } from '@naughty-list/contracts/membership';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { withTabLock } from '../payment-intent.ts';

/**
 * Runs `ask` under a lock across tabs: the first response sets the visitor cookie, and two concurrent first requests
 * would create two visitors, of which only one could fetch the link.
 */
export function oneAtATime<T>(ask: () => Promise<T>): Promise<T> {
  return withTabLock('society-visitor', ask);
}

/** The price and the address to pay; for a member, link and receipt. Forgotten when the dialog closes. */
export const offerQuery = queryOptions({
  queryKey: ['membership-offer'],
  queryFn: () => oneAtATime(() => api.call(generateBurnAddress)),
  gcTime: 0,
});
