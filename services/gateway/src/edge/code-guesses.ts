import { ApiError, errorStatus } from '@naughty-list/contracts/errors';
import type { onRequestAsyncHookHandler, onSendAsyncHookHandler } from 'fastify';
import type { ClientIds } from '../clients/client-id.ts';
import { networksOf, shareOf } from '../clients/networks.ts';
import type { RateLimitStore } from '../clients/rate-limit-store.ts';
import type { Config } from '../config.ts';

const HOUR_MS = 3_600_000;
/** A client may send as many wrong case codes in an hour as writes in this many minutes. */
const WRONG_MINUTES = 2;

/** Refuses calls with a case code from clients that have sent too many wrong ones. */
export function limitCodeGuesses({
  config,
  rateLimitStore,
  clientIds,
}: {
  config: Pick<Config, 'RATE_LIMIT_WRITES_PER_MINUTE'>;
  rateLimitStore: RateLimitStore;
  clientIds: ClientIds;
}): {
  onRequest: onRequestAsyncHookHandler;
  onSend: onSendAsyncHookHandler;
} {
  const wrongMax = WRONG_MINUTES * config.RATE_LIMIT_WRITES_PER_MINUTE;
  const payersOf = (ip: string) =>
    networksOf(ip).map(({ size, key }) => ({
      key: `wrong case codes ${clientIds(key)}`,
      max: wrongMax * shareOf(size),
    }));
  return {
    // Counts as wrong until the response, so that concurrent calls cannot evade the limit.
    async onRequest({ ip }) {
      const counted = await Promise.all(
        payersOf(ip).map(async ({ key, max }) => ({ ...(await rateLimitStore.add(key, HOUR_MS)), max })),
      );
      const over = counted.find(({ count, max }) => count > max);
      if (!over) return;
      const retryAfter = Math.max(1, Math.ceil(over.endsInMs / 1_000));
      throw new ApiError('too_many_requests', 'Too many wrong case codes. Please try again later.', {
        retryAfter,
      });
    },
    async onSend({ ip }, { statusCode }, payload) {
      const isWrong = statusCode === errorStatus.unknown_case_code;
      if (!isWrong && statusCode !== errorStatus.too_many_requests)
        await Promise.all(payersOf(ip).map(({ key }) => rateLimitStore.takeBack(key)));
      return payload;
    },
  };
}
