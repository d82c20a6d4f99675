import { ApiError } from '@naughty-list/contracts/errors';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { createBudgets } from '../clients/budgets.ts';
import type { ClientIds } from '../clients/client-id.ts';
import { readShareOf, shareOf } from '../clients/networks.ts';
import { type Budget, createMemoryRateLimits, type RateLimitStore } from '../clients/rate-limit-store.ts';
import type { Config } from '../config.ts';

const MINUTE_MS = 60_000;

/** Each class of calls has its own budget per client or admin. */
type RateLimits = Record<
  'reads' | 'feeds' | 'avatars' | 'writes' | 'payments' | 'burnRequests' | 'appeals' | 'admins',
  onRequestHookHandler
>;

type RateLimitParts = {
  config: Pick<Config, 'RATE_LIMIT_READS_PER_MINUTE' | 'RATE_LIMIT_WRITES_PER_MINUTE'>;
  rateLimitStore: RateLimitStore;
  clientIds: ClientIds;
};

/** One limiter per budget, shared by all routes of the class. */
export function createRateLimits({ config, rateLimitStore, clientIds }: RateLimitParts): RateLimits {
  const limiter = (budgetsOf: BudgetsOf, max: number) => createLimiter(rateLimitStore, budgetsOf, max);
  const { RATE_LIMIT_READS_PER_MINUTE: reads, RATE_LIMIT_WRITES_PER_MINUTE: writes } = config;
  const ofReaders = (name: string, max = reads) => {
    const budgetsOf = createBudgets(clientIds, readShareOf, { name, max, windowMs: MINUTE_MS });
    return limiter(({ ip }) => budgetsOf(ip), max);
  };
  const ofWriters = (name: string) => {
    const budgetsOf = createBudgets(clientIds, shareOf, { name, max: writes, windowMs: MINUTE_MS });
    return limiter(({ ip }) => budgetsOf(ip), writes);
  };
  return {
    reads: ofReaders('reads'),
    // A separate budget, as consumers poll, and a smaller one, as pages are large; enough to read a million cases in a minute.
    feeds: ofReaders('feeds', Math.ceil(reads / 5)),
    // A separate budget: a long list has many images.
    avatars: ofReaders('avatars'),
    // Moderation needs more than ten calls a minute. Calls without a session count per client here.
    admins: limiter(ofAdmin(reads), reads),
    writes: ofWriters('writes'),
    // A separate budget: payments must not wait behind reports.
    payments: ofWriters('payments'),
    // A separate budget: an appeal must not wait behind reports.
    appeals: ofWriters('appeals'),
    // Other sites can make their visitors call these; that must not use up the visitors' budget here.
    burnRequests: ofWriters('burn requests'),
  };
}

/** A logged-in admin has a separate budget, which other clients at the same address cannot exhaust. */
const ofAdmin =
  (max: number): BudgetsOf =>
  ({ clientId, session: { admin } }) => [
    { key: `admins ${admin ? `admin ${admin.id}` : clientId}`, max, windowMs: MINUTE_MS },
  ];

type BudgetsOf = (request: FastifyRequest) => Budget[];

/** Counts a call against its budgets, sets the rate-limit headers and refuses calls over the limit. */
function createLimiter(
  rateLimitStore: RateLimitStore,
  budgetsOf: BudgetsOf,
  max: number,
): onRequestHookHandler {
  return async (request, reply) => {
    const { isFull, count, endsInMs } = await rateLimitStore.take(budgetsOf(request));
    const endsInSeconds = Math.max(1, Math.ceil(endsInMs / 1_000));
    reply
      .header('x-ratelimit-limit', String(max))
      .header('x-ratelimit-remaining', String(isFull ? 0 : max - count))
      .header('x-ratelimit-reset', String(endsInSeconds));
    if (isFull) throw tooMany(endsInSeconds);
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

/**
 * Counts a page load against the client and, for IPv6, its networks; returns the seconds to wait once a budget is
 * exhausted.
 */
export type PageBudget = (client: { ip: string }) => number | undefined;

type PageBudgetParts = {
  config: Pick<Config, 'RATE_LIMIT_READS_PER_MINUTE'>;
  clock: Clock;
  clientIds: ClientIds;
};

/** Half the budget of reads, for page loads; counted in this process only, so that none waits for a round trip. */
export function createPageBudget({ config, clock, clientIds }: PageBudgetParts): PageBudget {
  const max = Math.ceil(config.RATE_LIMIT_READS_PER_MINUTE / 2);
  const pageLoads = createMemoryRateLimits(clock);
  const budgetsOf = createBudgets(clientIds, readShareOf, { name: 'pages', max, windowMs: MINUTE_MS });
  return ({ ip }) => {
    const { isFull, endsInMs } = pageLoads.take(budgetsOf(ip));
    return isFull ? Math.max(1, Math.ceil(endsInMs / 1_000)) : undefined;
  };
}
