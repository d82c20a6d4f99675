import { CHALLENGE_HEADER, challengeText } from '@naughty-list/contracts/challenge';
import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyRequest, onRequestAsyncHookHandler, onSendAsyncHookHandler } from 'fastify';
import type { ClientIds } from '../clients/client-id.ts';
import { shareOf } from '../clients/networks.ts';
import { budgetsOf, createPayers } from '../clients/payers.ts';
import type { Budget, RateLimitStore } from '../clients/rate-limit-store.ts';
import type { Config } from '../config.ts';
import type { Challenges } from './challenges.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A burst is this multiple of a client's hourly allowance within one minute, site-wide. */
const BURST = 2;

type Parts = {
  config: Pick<Config, 'CHALLENGE_AFTER_WRITES_PER_HOUR'>;
  rateLimitStore: RateLimitStore;
  keptRateLimits: RateLimitStore;
  clientIds: ClientIds;
  challenges: Challenges;
};

/** Admits a call, and learns how it ended. */
export type Guard = { onRequest: onRequestAsyncHookHandler; onSend: onSendAsyncHookHandler };

/**
 * Lets a client's first calls through. Beyond its allowance, and during a burst, a call needs a solved challenge;
 * without one it gets a new challenge as its response.
 */
export function createChallengeGuard(parts: Parts): (action: string) => Guard {
  const { challenges, rateLimitStore, keptRateLimits, clientIds } = parts;
  const perHour = parts.config.CHALLENGE_AFTER_WRITES_PER_HOUR;
  const ofSite: Budget[] = [{ key: 'writes of the site', max: BURST * perHour, windowMs: MINUTE_MS }];
  const payersOf = createPayers(clientIds, shareOf);
  const counted = new WeakSet<FastifyRequest>();
  return (action) => ({
    async onRequest(request) {
      if (perHour === 0) return;
      const payers = payersOf(request.ip);
      const ofClient = budgetsOf(payers, { name: 'challenge', max: perHour, windowMs: HOUR_MS });
      const [site, client] = await Promise.all([rateLimitStore.take(ofSite), keptRateLimits.take(ofClient)]);
      if (!site.isFull) counted.add(request);
      if (!site.isFull && !client.isFull) return;
      const demand = { clientId: request.clientId, action };
      const header = request.headers[CHALLENGE_HEADER];
      const isSolved = typeof header === 'string' && (await challenges.redeem(header, demand));
      if (isSolved) return;
      const challenge = await challenges.issue(demand);
      throw new ApiError('challenge_required', challengeText, { challenge });
    },
    // Only stored reports count towards a burst, not invalid or challenged calls; they count even when the client has
    // disconnected.
    async onSend(request, reply, payload) {
      if (counted.delete(request) && reply.statusCode >= 400) await rateLimitStore.giveBack(ofSite);
      return payload;
    },
  });
}
