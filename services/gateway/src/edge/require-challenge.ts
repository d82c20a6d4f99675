import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import {
  CHALLENGE_HEADER,
  type Challenge,
  ChallengeSolution,
  challengeText,
  SOLUTION_MAX_LENGTH,
} from '@naughty-list/contracts/challenge';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyRequest } from 'fastify';
import type { Knex } from 'knex';
import { createBudgets } from '../clients/budgets.ts';
import type { ClientIds } from '../clients/client-id.ts';
import { markUsed } from '../clients/kept-rate-limits.ts';
import { shareOf } from '../clients/networks.ts';
import type { Budget, RateLimitStore } from '../clients/rate-limit-store.ts';
import type { Config } from '../config.ts';
import type { Guard } from '../proxy/proxied-endpoint.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A burst is this multiple of a client's hourly allowance within one minute, site-wide. */
const BURST = 2;

type Parts = {
  config: Pick<Config, 'CHALLENGE_AFTER_WRITES_PER_HOUR' | 'INTERNAL_SECRET'>;
  rateLimitStore: RateLimitStore;
  keptRateLimits: RateLimitStore;
  clientIds: ClientIds;
  db: Knex;
  clock: Clock;
};

/**
 * Lets a client's first calls through. Beyond its allowance, and during a burst, a call needs a solved challenge;
 * without one it gets a new challenge as its response.
 */
export function createChallengeGuard(parts: Parts): (action: string) => Guard {
  const { rateLimitStore, keptRateLimits, clientIds } = parts;
  const challenges = createChallenges(parts);
  const perHour = parts.config.CHALLENGE_AFTER_WRITES_PER_HOUR;
  const ofSite: Budget[] = [{ key: 'writes of the site', max: BURST * perHour, windowMs: MINUTE_MS }];
  const ofClient = createBudgets(clientIds, shareOf, { name: 'challenge', max: perHour, windowMs: HOUR_MS });
  const counted = new WeakSet<FastifyRequest>();
  return (action) => ({
    async onRequest(request) {
      if (perHour === 0) return;
      const [site, client] = await Promise.all([
        rateLimitStore.take(ofSite),
        keptRateLimits.take(ofClient(request.ip)),
      ]);
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

/** The client and action that a challenge is issued for; its solution is valid for nothing else. */
type Demand = { clientId: string; action: string };

const ALGORITHM = 'PBKDF2/SHA-256';
/**
 * A phone at 200,000 iterations a second needs 0.6 s on average and at most 1.2 s. Making a challenge costs the gateway
 * one derivation (about 1 ms, off the event loop), checking a solution two HMACs.
 */
const COST_ITERATIONS = 2_000;
const COUNTER_MAX = 120;
const LIFETIME_MS = 10 * 60_000;

/** Gateways that share a secret accept each other's challenges. */
function createChallenges({ config: { INTERNAL_SECRET: secret }, db, clock }: Parts) {
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('base64url');
  const keys = {
    hmacSignatureSecret: derived('challenge'),
    hmacKeySignatureSecret: derived('challenge-key'),
  };
  const ownerOf = ({ clientId, action }: Demand) =>
    createHmac('sha256', keys.hmacSignatureSecret).update(`${clientId} ${action}`).digest('base64url');
  return {
    async issue(demand: Demand): Promise<Challenge> {
      const challenge = await createChallenge({
        algorithm: ALGORITHM,
        deriveKey,
        cost: COST_ITERATIONS,
        counter: randomInt(1, COUNTER_MAX + 1),
        expiresAt: new Date(clock.now().getTime() + LIFETIME_MS),
        data: { owner: ownerOf(demand) },
        ...keys,
      });
      return challenge as Challenge;
    },
    /** Whether the header holds an unused solution for this demand. Marks it used. */
    async redeem(header: string, demand: Demand): Promise<boolean> {
      const answer = parse(header);
      if (!answer) return false;
      const { parameters, signature } = answer.challenge;
      const isOwn = parameters.data.owner === ownerOf(demand);
      if (!isOwn || parameters.expiresAt * 1_000 < clock.now().getTime()) return false;
      const { verified } = await verifySolution({ ...answer, ...keys, deriveKey });
      return verified && markUsed(db, signature, new Date(parameters.expiresAt * 1_000));
    },
  };
}

function parse(header: string): ChallengeSolution | undefined {
  if (header.length > SOLUTION_MAX_LENGTH) return undefined;
  try {
    return ChallengeSolution.parse(JSON.parse(Buffer.from(header, 'base64').toString()));
  } catch {
    return undefined;
  }
}
