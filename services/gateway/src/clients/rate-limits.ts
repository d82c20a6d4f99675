import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Config } from '../config.ts';
import type { Counted, Counts } from './counts.ts';

const MINUTE_MS = 60_000;

/** Each class of calls has a budget of its own per client, or per admin. */
export type Budget = 'reads' | 'writes' | 'admins';
export type RateLimits = Record<Budget, onRequestHookHandler>;

/** One limiter per budget, shared by all routes of its class. */
export function createRateLimits(config: Config, counts: Counts): RateLimits {
  const limiter = (budget: Budget, max: number, whose = ofClient) =>
    createLimiter({ budget, max, whose, counts });
  return {
    reads: limiter('reads', config.RATE_LIMIT_READS_PER_MINUTE),
    // Who moderates clicks faster than ten times a minute; strangers get no further than this.
    admins: limiter('admins', config.RATE_LIMIT_READS_PER_MINUTE, ofAdmin),
    writes: limiter('writes', config.RATE_LIMIT_WRITES_PER_MINUTE),
  };
}

const ofClient = ({ clientId }: FastifyRequest) => clientId;

/** Who has logged in has a budget of their own: a stranger behind the same address must not use it up. */
const ofAdmin = ({ clientId, session }: FastifyRequest) =>
  session.admin ? `admin ${session.admin.id}` : clientId;

/** Counts a call against the budget of whoever makes it, tells how much is left, and refuses what is beyond it. */
function createLimiter({
  budget,
  max,
  whose,
  counts,
}: {
  budget: Budget;
  max: number;
  whose: (request: FastifyRequest) => string;
  counts: Counts;
}): onRequestHookHandler {
  const limit = String(max);
  return (request, reply, done) => {
    const judge = ({ count, endsInMs }: Counted) => {
      const endsInSeconds = Math.max(1, Math.ceil(endsInMs / 1_000));
      reply
        .header('x-ratelimit-limit', limit)
        .header('x-ratelimit-remaining', String(Math.max(0, max - count)))
        .header('x-ratelimit-reset', String(endsInSeconds));
      if (count > max) done(tooMany(endsInSeconds));
      else done();
    };
    const counted = counts.add(`${budget} ${whose(request)}`, MINUTE_MS);
    if (counted instanceof Promise) counted.then(judge).catch(done);
    else judge(counted);
  };
}

function tooMany(retryAfter: number): ApiError {
  const message = `Too many requests. Please try again in ${wait(retryAfter)}.`;
  return new ApiError('too_many_requests', message, { retryAfter });
}

function wait(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
