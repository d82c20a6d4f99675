import { ApiError, errorStatus } from '@naughty-list/contracts/errors';
import { budgetsOf, createBudgetHolders } from '../clients/budget-holders.ts';
import type { ClientIds } from '../clients/client-id.ts';
import { shareOf } from '../clients/networks.ts';
import type { RateLimitStore } from '../clients/rate-limit-store.ts';
import type { Config } from '../config.ts';
import type { Guard } from '../proxy/proxied-endpoint.ts';

const HOUR_MS = 3_600_000;
/** A client may send as many wrong case codes in an hour as writes in this many minutes. */
const WRONG_MINUTES = 2;

/** Refuses calls with a case code from clients that have sent too many wrong ones. */
export function limitCodeGuesses({
  config,
  keptRateLimits,
  clientIds,
}: {
  config: Pick<Config, 'RATE_LIMIT_WRITES_PER_MINUTE'>;
  keptRateLimits: RateLimitStore;
  clientIds: ClientIds;
}): Guard {
  const holdersOf = createBudgetHolders(clientIds, shareOf);
  const max = WRONG_MINUTES * config.RATE_LIMIT_WRITES_PER_MINUTE;
  const wrongCodesOf = (ip: string) =>
    budgetsOf(holdersOf(ip), { name: 'wrong case codes', max, windowMs: HOUR_MS });
  return {
    // Counts as wrong until the response, so that concurrent calls cannot evade the limit.
    async onRequest({ ip }) {
      const { isFull, endsInMs } = await keptRateLimits.take(wrongCodesOf(ip));
      if (!isFull) return;
      const retryAfter = Math.max(1, Math.ceil(endsInMs / 1_000));
      throw new ApiError('too_many_requests', 'Too many wrong case codes. Please try again later.', {
        retryAfter,
      });
    },
    async onSend({ ip }, { statusCode }, payload) {
      const isWrong = statusCode === errorStatus.unknown_case_code;
      if (!isWrong && statusCode !== errorStatus.too_many_requests)
        await keptRateLimits.giveBack(wrongCodesOf(ip));
      return payload;
    },
  };
}
