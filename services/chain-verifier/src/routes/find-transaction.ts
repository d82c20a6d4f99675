import { findTransaction } from '@naughty-list/contracts/claim-limits';
import { ApiError } from '@naughty-list/contracts/errors';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';

const RETRY_AFTER_SECONDS = 5;

/** One provider's knowledge suffices: this only admits a claim and decides nothing about it. */
export function findTransactionRoute({ providers }: Context): Route {
  return route(findTransaction, async ({ params: { signature } }) => {
    const { answers } = await providers.ask(
      (rpc) => rpc.status(signature),
      (given) => given.some(({ answer }) => answer !== null),
    );
    if (answers.length === 0)
      throw new ApiError('service_unavailable', 'The blockchain cannot be reached. Please try again soon.', {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    return { isKnown: answers.some(({ answer }) => answer !== null) };
  });
}
