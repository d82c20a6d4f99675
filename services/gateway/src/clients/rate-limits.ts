import rateLimit from '@fastify/rate-limit';
import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import type { Config } from '../config.ts';

const MINUTE_MS = 60_000;
const CLIENTS_REMEMBERED = 20_000;

/** Each class of calls has a budget of its own per client. */
export type Budget = 'reads' | 'writes' | 'admins';
export type RateLimits = Record<Budget, preHandlerAsyncHookHandler>;

/** One limiter per budget, shared by all routes of its class. */
export async function createRateLimits(app: FastifyInstance, config: Config): Promise<RateLimits> {
  await app.register(rateLimit, {
    global: false,
    cache: CLIENTS_REMEMBERED,
    keyGenerator: ({ clientId }) => clientId,
    errorResponseBuilder: (_request, { ttl }) => {
      const retryAfter = Math.max(1, Math.ceil(ttl / 1_000));
      return new ApiError(
        'too_many_requests',
        `Too many requests. Please try again in ${wait(retryAfter)}.`,
        {
          retryAfter,
        },
      );
    },
  });
  const limiter = (max: number, timeWindow: number) =>
    app.rateLimit({ max, timeWindow, cache: CLIENTS_REMEMBERED });
  return {
    reads: limiter(config.RATE_LIMIT_READS_PER_MINUTE, MINUTE_MS),
    // Who moderates clicks faster than ten times a minute; strangers get no further than this.
    admins: limiter(config.RATE_LIMIT_READS_PER_MINUTE, MINUTE_MS),
    writes: limiter(config.RATE_LIMIT_WRITES_PER_MINUTE, MINUTE_MS),
  };
}

function wait(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
