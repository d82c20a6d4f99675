import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import type { Config } from '../config.ts';
import type { Counts } from './counts.ts';

const MINUTE_MS = 60_000;

/** Each class of calls has a budget of its own per client. */
export type Budget = 'reads' | 'writes' | 'admins';
export type RateLimits = Record<Budget, preHandlerAsyncHookHandler>;

/** One limiter per budget, shared by all routes of its class. */
export async function createRateLimits(
  app: FastifyInstance,
  config: Config,
  counts: Counts,
): Promise<RateLimits> {
  await app.register(rateLimit, {
    global: false,
    store: storeOf(counts),
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
  const limiter = (budget: Budget, max: number) =>
    app.rateLimit({
      max,
      timeWindow: MINUTE_MS,
      keyGenerator: ({ clientId }) => `${budget} ${clientId}`,
    });
  return {
    reads: limiter('reads', config.RATE_LIMIT_READS_PER_MINUTE),
    // Who moderates clicks faster than ten times a minute; strangers get no further than this.
    admins: limiter('admins', config.RATE_LIMIT_READS_PER_MINUTE),
    writes: limiter('writes', config.RATE_LIMIT_WRITES_PER_MINUTE),
  };
}

/** The counts in the shape that the plugin asks for: a class, which it makes one of. */
function storeOf(counts: Counts) {
  return class Store implements FastifyRateLimitStore {
    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      counts
        .add(key, windowMs)
        .then(({ count, endsInMs }) => done(null, { current: count, ttl: endsInMs }), done);
    }

    child(): Store {
      return this;
    }
  };
}

function wait(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
