import { generateBurnAddress } from '@naughty-list/contracts/membership';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { asOneVisitor } from '../payment-intent.ts';

/** The price and the address to pay; for a member, link and receipt. Forgotten when the dialog closes. */
export const offerQuery = queryOptions({
  queryKey: ['membership-offer'],
  queryFn: () => asOneVisitor(() => api.call(generateBurnAddress)),
  gcTime: 0,
});
