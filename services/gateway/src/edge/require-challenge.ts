import { CHALLENGE_HEADER, challengeText } from '@naughty-list/contracts/challenge';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { FastifyRequest, onRequestAsyncHookHandler, onSendAsyncHookHandler } from 'fastify';
import type { ClientIds } from '../clients/client-id.ts';
import { networksOf, shareOf } from '../clients/networks.ts';
import type { RateLimitStore } from '../clients/rate-limit-store.ts';
import type { Config } from '../config.ts';
import type { Challenges } from './challenges.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A burst is this multiple of a client's hourly allowance within one minute, site-wide. */
const BURST = 2;
const OF_SITE = 'writes of the site';

type Parts = {
  config: Pick<Config, 'CHALLENGE_AFTER_WRITES_PER_HOUR'>;
  rateLimitStore: RateLimitStore;
  clientIds: ClientIds;
  challenges: Challenges;
  metrics: Metrics;
};

export type ChallengeGuard = { onRequest: onRequestAsyncHookHandler; onSend: onSendAsyncHookHandler };

/**
 * Lets a client's first calls through. Beyond its allowance, and during a burst, a call needs a solved challenge;
 * without one it gets a new challenge as its response.
 */
export function createChallengeGuard(parts: Parts): (action: string) => ChallengeGuard {
  const { challenges, rateLimitStore, metrics, config } = parts;
  const count = metrics.addCounter({
    name: 'write_challenges_total',
    help: 'Writes that required a proof of work, by outcome',
    labelNames: ['outcome'],
  });
  const counted = new WeakSet<FastifyRequest>();
  return (action) => ({
    async onRequest(request) {
      if (config.CHALLENGE_AFTER_WRITES_PER_HOUR === 0) return;
      counted.add(request);
      if (!(await isNeeded(parts, request))) return;
      const demand = { clientId: request.clientId, action };
      const header = request.headers[CHALLENGE_HEADER];
      const isSolved = typeof header === 'string' && (await challenges.redeem(header, demand));
      count({ outcome: isSolved ? 'solved' : header === undefined ? 'issued' : 'refused' });
      if (isSolved) return;
      const challenge = await challenges.issue(demand);
      throw new ApiError('challenge_required', challengeText, { challenge });
    },
    // Only stored reports count towards a burst, not invalid or challenged calls; they count even when the client has
    // disconnected.
    async onSend(request, reply, payload) {
      if (counted.delete(request) && reply.statusCode >= 400) await rateLimitStore.takeBack(OF_SITE);
      return payload;
    },
  });
}

async function isNeeded(
  { config, rateLimitStore, clientIds }: Parts,
  { ip }: FastifyRequest,
): Promise<boolean> {
  const perHour = config.CHALLENGE_AFTER_WRITES_PER_HOUR;
  const [site, ...ofClient] = await Promise.all([
    rateLimitStore.add(OF_SITE, MINUTE_MS),
    ...networksOf(ip).map(async ({ size, key }) => {
      const { count } = await rateLimitStore.add(`challenge ${clientIds(key)}`, HOUR_MS);
      return count > perHour * shareOf(size);
    }),
  ]);
  return site.count > BURST * perHour || ofClient.includes(true);
}
