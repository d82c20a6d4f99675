import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import type { ApiClient } from '@naughty-list/api-client/client';
import {
  type ChainVerification,
  getChainVerification,
  type Verification,
} from '@naughty-list/contracts/verifications';
import type { Knex } from 'knex';
import type { Claim } from './claim.ts';
import { findClaim } from './repository.ts';
import { toTokens } from './tokens.ts';

const CALL_MS = 5_000;

/**
 * How far a look or a claim has come; nothing when the id is unknown. A claim is `done` once its effect is there.
 * Throws what the call to the chain verifier throws, for looks only: a claim is known here.
 */
export async function follow(
  db: Knex,
  chainVerifier: ApiClient,
  id: string,
): Promise<Verification | undefined> {
  if (id.startsWith('look_')) {
    const chain = await findOnChain(chainVerifier, id);
    return chain && fromChain(chain, chain.stage === 'judged' ? 'done' : chain.stage);
  }
  const claim = await findClaim(db, id);
  if (!claim) return undefined;
  if (claim.status !== 'pending') return fromEndedClaim(claim);
  const chain = await findOnChain(chainVerifier, id).catch(() => undefined);
  return chain ? fromChain(chain, chain.stage) : fromPendingClaim(claim);
}

async function findOnChain(chainVerifier: ApiClient, id: string): Promise<ChainVerification | undefined> {
  const options = { signal: AbortSignal.timeout(CALL_MS) };
  try {
    return await chainVerifier.call(getChainVerification, { params: { id } }, options);
  } catch (error) {
    if (error instanceof ApiCallError && error.status === 404) return undefined;
    throw error;
  }
}

function fromChain(chain: ChainVerification, stage: Verification['stage']): Verification {
  const { id, signature, outcome, code, message, amount, decimals, slot, rules } = chain;
  const amountBurned = burned(amount === null ? null : BigInt(amount), decimals);
  return { id, signature, stage, outcome, code, message, amountBurned, rules, slot };
}

function fromEndedClaim({
  id,
  signature,
  status,
  code,
  message,
  amount,
  decimals,
  rules,
  slot,
}: Claim): Verification {
  const outcome = status === 'removed' ? 'accepted' : 'rejected';
  const amountBurned = burned(amount, decimals);
  return { id, signature, stage: 'done', outcome, code, message, amountBurned, rules, slot };
}

function fromPendingClaim({ id, signature }: Claim): Verification {
  return {
    id,
    signature,
    stage: 'received',
    outcome: 'pending',
    code: null,
    message: null,
    amountBurned: null,
    rules: [],
    slot: null,
  };
}

function burned(amount: bigint | null, decimals: number | null): number | null {
  return amount === null || decimals === null ? null : toTokens(amount, decimals);
}
