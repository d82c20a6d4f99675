import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { ClientIds } from '../clients/client-id.ts';
import { readShareOf, shareOf } from '../clients/networks.ts';
import { createNetworkPayers, type Payer } from '../clients/payers.ts';
import type { Counted, RateLimitStore } from '../clients/rate-limit-store.ts';
import type { Config } from '../config.ts';

const MINUTE_MS = 60_000;

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
  const limiter = (budget: string, max: number, whose: (request: FastifyRequest) => Payer[]) =>
    createLimiter({ budget, max, whose, rateLimitStore });
  const whoReads = ofNetworks(createNetworkPayers(clientIds, readShareOf));
  const whoWrites = ofNetworks(createNetworkPayers(clientIds, shareOf));
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

const ofClient = ({ clientId }: FastifyRequest): Payer[] => [{ key: clientId, share: 1 }];

/** An IPv6 client can choose among many addresses, so its networks have budgets too. */
const ofNetworks =
  (networksOf: (ip: string) => readonly Payer[]) =>
  (request: FastifyRequest): Payer[] => [...ofClient(request), ...networksOf(request.ip)];

/** A logged-in admin has a separate budget, which other clients at the same address cannot exhaust. */
const ofAdmin = ({ clientId, session }: FastifyRequest): Payer[] => [
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
  whose: (request: FastifyRequest) => Payer[];
  rateLimitStore: RateLimitStore;
}): onRequestHookHandler {
  const limit = String(max);
  return (request, reply, done) => {
    const [client, ...networks] = whose(request);
    // In sequence: a call refused to the client does not count against its network.
    const ask = (payer: Payer | undefined) => {
      if (!payer) return done();
      const judge = ({ count, endsInMs }: Counted) => {
        const endsInSeconds = Math.max(1, Math.ceil(endsInMs / 1_000));
        if (payer === client) {
          reply
            .header('x-ratelimit-limit', limit)
            .header('x-ratelimit-remaining', String(Math.max(0, max - count)))
            .header('x-ratelimit-reset', String(endsInSeconds));
        }
        if (count > max * payer.share) done(tooMany(endsInSeconds));
        else ask(networks.shift());
      };
      const counted = rateLimitStore.add(`${budget} ${payer.key}`, MINUTE_MS);
      if (counted instanceof Promise) counted.then(judge).catch(done);
      else judge(counted);
    };
    ask(client);
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
