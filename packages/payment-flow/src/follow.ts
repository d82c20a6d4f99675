import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import type { ApiClient } from '@naughty-list/api-client/client';
import { toTokens } from '@naughty-list/contracts/tokens';
import {
  type ChainVerification,
  COUNTED,
  getChainVerification,
  type Verification,
} from '@naughty-list/contracts/verifications';
import type { Notifications } from '@naughty-list/service-kit/database/notifications';
import { addLogFields } from '@naughty-list/service-kit/telemetry/log-fields';
import type { Knex } from 'knex';
import { type Claim, type ClaimTable, findClaim } from './claim-table.ts';

const CALL_MS = 5_000;

/** A preview's progress; undefined for an unknown id. Throws what the call to the chain verifier throws. */
export async function followPreview(chainVerifier: ApiClient, id: string): Promise<Verification | undefined> {
  const chain = await findOnChain(chainVerifier, id);
  return chain && fromChain(chain, chain.stage === 'judged' ? 'done' : chain.stage);
}

/**
 * A claim's progress; undefined for an unknown id. `done` once it is decided. Claims are stored here, so this works
 * while the verifier is unavailable.
 */
export async function followClaim(
  db: Knex,
  claims: ClaimTable,
  chainVerifier: ApiClient,
  id: string,
): Promise<Verification | undefined> {
  const claim = await findClaim(db, claims, id);
  if (!claim) return undefined;
  if (claim.status !== 'pending') return fromEndedClaim(claim);
  const chain = await findOnChain(chainVerifier, id).catch(() => undefined);
  return chain ? fromChain(chain, chain.stage) : fromPendingClaim(claim);
}

async function findOnChain(chainVerifier: ApiClient, id: string): Promise<ChainVerification | undefined> {
  addLogFields({ verificationId: id });
  const options = { signal: AbortSignal.timeout(CALL_MS) };
  try {
    return await chainVerifier.call(getChainVerification, { params: { id } }, options);
  } catch (error) {
    if (error instanceof ApiCallError && error.status === 404) return undefined;
    throw error;
  }
}

function fromChain(
  { amount, sent = '0', decimals, ...shown }: ChainVerification,
  stage: Verification['stage'],
): Verification {
  const shares = { amount: amount === null ? null : BigInt(amount), sent: BigInt(sent), decimals };
  return { ...shown, stage, ...sharesInTokens(shares) };
}

function fromEndedClaim(claim: Claim): Verification {
  const { id, signature, status, code, message, rules, slot, payers } = claim;
  return {
    id,
    signature,
    stage: 'done',
    outcome: status === 'refused' ? 'rejected' : 'accepted',
    code: status === 'counted' ? COUNTED : code,
    message,
    ...sharesInTokens(claim),
    rules,
    slot,
    ...(payers && { payers }),
  };
}

function fromPendingClaim({ id, signature }: Claim): Verification {
  const undecided = { code: null, message: null, amountBurned: null, rules: [], slot: null };
  return { id, signature, stage: 'received', outcome: 'pending', ...undecided };
}

/** A payment's amount in tokens (`amountBurned` in the specification), and the part sent to a wallet with a key, if any. */
export function sharesInTokens({
  amount,
  sent,
  decimals,
}: Pick<Claim, 'amount' | 'sent' | 'decimals'>): Pick<Verification, 'amountBurned' | 'amountSent'> {
  if (amount === null || decimals === null) return { amountBurned: null };
  const amountBurned = toTokens(amount, decimals);
  return sent === 0n ? { amountBurned } : { amountBurned, amountSent: toTokens(sent, decimals) };
}

/** Waits up to `waitMs` until a claim is decided; undefined when still pending. */
export async function waitForEnd(
  db: Knex,
  notifications: Notifications,
  claims: ClaimTable,
  { id, waitMs }: { id: string; waitMs: number },
): Promise<Claim | undefined> {
  const decided = async () => {
    const claim = await findClaim(db, claims, id);
    return claim && claim.status !== 'pending' ? claim : undefined;
  };
  return notifications.waitFor(id, decided, waitMs, { on: claims.channel });
}
