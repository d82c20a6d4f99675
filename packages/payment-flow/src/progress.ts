import { ApiCallError, type ApiClient } from '@naughty-list/api-client/client';
import type { Address } from '@naughty-list/contracts/primitives';
import { toTokens } from '@naughty-list/contracts/tokens';
import {
  type ChainVerification,
  COUNTED,
  findPaymentUnderWay,
  getChainVerification,
  MOST_CLAIMS_UNDER_WAY,
  type PaymentDemand,
  Verification,
  VerificationId,
} from '@naughty-list/contracts/verifications';
import type { Notifications } from '@naughty-list/service-kit/database/notifications';
import { addLogFields } from '@naughty-list/service-kit/telemetry/tracing';
import type { Knex } from 'knex';
import { type Claim, type ClaimTable, findClaim, findPendingIds } from './claim-table.ts';
import { demandWithIntent, findOthersOpen, type Intent } from './intent.ts';

/** It reads the chain. */
const UNDER_WAY_MS = 10_000;
/** Intents of other browsers whose keys are looked for on the chain, for payments without a memo or in parts: one call each. */
const OTHERS = 3;

/** A preview's progress; undefined for an unknown id. Throws what the call to the chain verifier throws. */
export async function readPreviewProgress(
  chainVerifier: ApiClient,
  id: string,
): Promise<Verification | undefined> {
  const chain = await readVerification(chainVerifier, id);
  return chain && fromChain(chain, chain.stage === 'judged' ? 'done' : chain.stage);
}

/**
 * A claim's progress; undefined for an unknown id. `done` once it is decided. Claims are stored here, so this works
 * while the verifier is unavailable.
 */
export async function readClaimProgress(
  db: Knex,
  claims: ClaimTable,
  chainVerifier: ApiClient,
  id: string,
): Promise<Verification | undefined> {
  const claim = await findClaim(db, claims, id);
  if (!claim) return undefined;
  if (claim.status !== 'pending') return fromEndedClaim(claim);
  const chain = await readVerification(chainVerifier, id).catch(() => undefined);
  return chain ? fromChain(chain, chain.stage) : fromPendingClaim(claim);
}

/** What the chain verifier knows of a claim; undefined for an unknown id. Throws what the call throws. */
export async function readVerification(
  chainVerifier: ApiClient,
  id: string,
): Promise<ChainVerification | undefined> {
  addLogFields({ verificationId: id });
  try {
    return await chainVerifier.call(getChainVerification, { params: { id } });
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
  const { status, code, payers } = claim;
  return Verification.parse({
    ...claim,
    stage: 'done',
    outcome: status === 'refused' ? 'rejected' : 'accepted',
    code: status === 'counted' ? COUNTED : code,
    ...sharesInTokens(claim),
    payers: payers ?? undefined,
  });
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

/** The part of a `PaymentKind` that is read here. */
type KindWithDemand = {
  claims: ClaimTable;
  demandFor: (db: Knex, subject: string) => Promise<PaymentDemand | undefined>;
};

/**
 * Whether a payment for a subject, from any browser, is on the chain and could take effect; with a `wallet`, also one of this wallet that
 * could pay for it if it signed. `intent`: of the browser that asks. Throws what the call to the verifier throws.
 */
export async function isUnderWay(
  { db, chainVerifier }: { db: Knex; chainVerifier: ApiClient },
  { claims: table, demandFor }: KindWithDemand,
  { subject, intent, wallet }: { subject: string; intent?: Intent | undefined; wallet?: Address | undefined },
): Promise<boolean> {
  const usual = await demandFor(db, subject);
  if (!usual) return false;
  const ids = await findPendingIds(db, table, { subject, limit: MOST_CLAIMS_UNDER_WAY });
  const claims = ids.map((id) => VerificationId.parse(id));
  const others = await findOthersOpen(db, table, { subject, visitor: intent?.visitor, limit: OTHERS });
  const body = {
    demand: demandWithIntent(usual, intent),
    others: [
      ...others.map((other) => demandWithIntent(usual, other)),
      // What a wallet signs names it, as it would a key.
      ...(wallet ? [{ ...usual, referenceKey: wallet }] : []),
    ],
    claims,
  };
  const options = { signal: AbortSignal.timeout(UNDER_WAY_MS) };
  return (await chainVerifier.call(findPaymentUnderWay, { body }, options)).isUnderWay;
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
  return notifications.waitFor(id, decided, waitMs);
}
