import { ApiError } from '@naughty-list/contracts/errors';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { type BudgetHolder, budgetsOf, createBudgetHolders } from '../clients/budget-holders.ts';
import type { ClientIds } from '../clients/client-id.ts';
import { readShareOf, shareOf } from '../clients/networks.ts';
import { createMemoryRateLimits, type RateLimitStore } from '../clients/rate-limit-store.ts';
import type { Config } from '../config.ts';

const MINUTE_MS = 60_000;

type HoldersOf = (request: FastifyRequest) => readonly BudgetHolder[];

/** Each class of calls has its own budget per client or admin. */
type RateLimits = Record<
  'reads' | 'feeds' | 'avatars' | 'writes' | 'payments' | 'burnRequests' | 'appeals' | 'admins',
  onRequestHookHandler
>;

/** One limiter per budget, shared by all routes of the class. */
export function createRateLimits({
  config,
  rateLimitStore,
  clientIds,
}: {
  config: Pick<Config, 'RATE_LIMIT_READS_PER_MINUTE' | 'RATE_LIMIT_WRITES_PER_MINUTE'>;
  rateLimitStore: RateLimitStore;
  clientIds: ClientIds;
}): RateLimits {
  const limiter = (budget: string, max: number, whose: HoldersOf) =>
    createLimiter({ budget, max, whose, rateLimitStore });
  const readers = createBudgetHolders(clientIds, readShareOf);
  const writers = createBudgetHolders(clientIds, shareOf);
  const whoReads = ({ ip }: FastifyRequest) => readers(ip);
  const whoWrites = ({ ip }: FastifyRequest) => writers(ip);
  return {
    reads: limiter('reads', config.RATE_LIMIT_READS_PER_MINUTE, whoReads),
    // A separate budget, as consumers poll, and a smaller one, as pages are large; enough to read a million cases in a minute.
    feeds: limiter('feeds', Math.ceil(config.RATE_LIMIT_READS_PER_MINUTE / 5), whoReads),
    // A separate budget: a long list has many images.
    avatars: limiter('avatars', config.RATE_LIMIT_READS_PER_MINUTE, whoReads),
    // Moderation needs more than ten calls a minute. Calls without a session count per client here.
    admins: limiter('admins', config.RATE_LIMIT_READS_PER_MINUTE, ofAdmin),
    writes: limiter('writes', config.RATE_LIMIT_WRITES_PER_MINUTE, whoWrites),
    // A separate budget: payments must not wait behind reports.
    payments: limiter('payments', config.RATE_LIMIT_WRITES_PER_MINUTE, whoWrites),
    // A separate budget: an appeal must not wait behind reports.
    appeals: limiter('appeals', config.RATE_LIMIT_WRITES_PER_MINUTE, whoWrites),
    // Other sites can make their visitors call these; that must not use up the visitors' budget here.
    burnRequests: limiter('burn requests', config.RATE_LIMIT_WRITES_PER_MINUTE, whoWrites),
  };
}

/** A logged-in admin has a separate budget, which other clients at the same address cannot exhaust. */
const ofAdmin = ({ clientId, session }: FastifyRequest): BudgetHolder[] => [
  { key: session.admin ? `admin ${session.admin.id}` : clientId, share: 1 },
];

/** Counts a call against its budget, sets the rate-limit headers and refuses calls over the limit. */
function createLimiter({
  budget,
  max,
  whose,
  rateLimitStore,
}: {
  budget: string;
  max: number;
  whose: HoldersOf;
  rateLimitStore: RateLimitStore;
}): onRequestHookHandler {
  const limit = String(max);
  return async (request, reply) => {
    const budgets = budgetsOf(whose(request), { name: budget, max, windowMs: MINUTE_MS });
    const { isFull, count, endsInMs } = await rateLimitStore.take(budgets);
    const endsInSeconds = Math.max(1, Math.ceil(endsInMs / 1_000));
    reply
      .header('x-ratelimit-limit', limit)
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

/** Half the budget of reads, for page loads; counted in this process only, so that none waits for a round trip. */
export function createPageBudget({
  config,
  clock,
  clientIds,
}: {
  config: Pick<Config, 'RATE_LIMIT_READS_PER_MINUTE'>;
  clock: Clock;
  clientIds: ClientIds;
}): PageBudget {
  const max = Math.ceil(config.RATE_LIMIT_READS_PER_MINUTE / 2);
  const pageLoads = createMemoryRateLimits(clock);
  const holdersOf = createBudgetHolders(clientIds, readShareOf);
  return ({ ip }) => {
    const budgets = budgetsOf(holdersOf(ip), { name: 'pages', max, windowMs: MINUTE_MS });
    const { isFull, endsInMs } = pageLoads.take(budgets);
    return isFull ? Math.max(1, Math.ceil(endsInMs / 1_000)) : undefined;
  };
}
