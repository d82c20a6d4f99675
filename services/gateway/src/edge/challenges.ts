import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { type Challenge, ChallengeSolution, SOLUTION_MAX_LENGTH } from '@naughty-list/contracts/challenge';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Knex } from 'knex';
import { markUsed } from '../clients/mark-used.ts';

/** The client and action that a challenge is issued for; its solution is valid for nothing else. */
export type Demand = { clientId: string; action: string };

export type Challenges = {
  issue(demand: Demand): Promise<Challenge>;
  /** Whether the header holds an unused solution for this demand. Marks it used. */
  redeem(header: string, demand: Demand): Promise<boolean>;
};

const ALGORITHM = 'PBKDF2/SHA-256';
/**
 * A phone at 200,000 iterations a second needs 0.6 s on average and at most 1.2 s. Making a challenge costs the gateway
 * one derivation (about 1 ms, off the event loop), checking a solution two HMACs.
 */
const COST_ITERATIONS = 2_000;
const COUNTER_MAX = 120;
const LIFETIME_MS = 10 * 60_000;

/** Gateways that share a secret accept each other's challenges. */
export function createChallenges({
  secret,
  db,
  clock,
}: {
  secret: string;
  db: Knex;
  clock: Clock;
}): Challenges {
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('base64url');
  const keys = {
    hmacSignatureSecret: derived('challenge'),
    hmacKeySignatureSecret: derived('challenge-key'),
  };
  const ownerOf = ({ clientId, action }: Demand) =>
    createHmac('sha256', keys.hmacSignatureSecret).update(`${clientId} ${action}`).digest('base64url');
  return {
    async issue(demand) {
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
    async redeem(header, demand) {
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
