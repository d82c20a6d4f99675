import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@naughty-list/api-client/client';
import { ApiError } from '@naughty-list/contracts/errors';
import { type FoundPayment, verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Address, Signature } from '@naughty-list/contracts/primitives';
import {
  findTransaction,
  type PaymentDemand,
  tooManyUnseenClaims,
  unseenClaimLimits,
} from '@naughty-list/contracts/verifications';
import { clientKey } from '@naughty-list/service-kit/database/encrypted';
import type { JobInfo } from '@naughty-list/service-kit/jobs/handler';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { addLogFields } from '@naughty-list/service-kit/telemetry/tracing';
import type { Knex } from 'knex';
import { addToIntent, type Claim, findStandingClaim, hasTooManyPending, insertClaim } from './claim-table.ts';
import type { ClaimTarget, PaymentKind } from './effect.ts';
import { demandWithIntent } from './intent.ts';
import { findKeptProof, type Proof, useProof } from './proofs.ts';

export type Opened = {
  /** `joined`: the same payment is already claimed for the same subject, and that claim's outcome applies. */
  outcome: 'opened' | 'joined';
  claim: Claim;
};

type Request = {
  signature: string;
  requestId: string | null;
  dueInMs: number;
  /** Used up in the transaction that inserts the claim. */
  proof?: Proof | undefined;
  /** Undefined for a transaction found on the chain: then the claim is always opened. */
  unseen?: UnseenLimit;
};

type Claiming = { db: Knex; queues: Pick<Queues, 'add'>; log: Pick<Log, 'warn'> };

/**
 * Claims a transaction for its target and requests the verdict. Undefined if nothing is left to pay for. The claim is
 * committed on return; if the verdict cannot be requested now the sweep does it.
 */
export async function claimPayment(
  { db, queues, log }: Claiming,
  kind: PaymentKind,
  { target, ...request }: Request & { target: ClaimTarget },
): Promise<Opened | undefined> {
  const opened = await openClaim(db, kind, { ...request, ...target });
  if (opened?.outcome === 'opened') {
    await kind.onClaimed?.(db, target.subject);
    const demand = demandWithIntent(target.demand, target.intent);
    await sendClaim(db, queues, opened.claim, demand).catch((err) => log.warn({ err }, 'claim not sent'));
  }
  return opened;
}

/**
 * Claims a found payment for what it names. Undefined if there is nothing to do: the reference is unknown, or the
 * transaction is already claimed for it or a credit. Otherwise returns the claim's id.
 */
export async function claimFound(
  context: Claiming & { log: Pick<Log, 'info'> },
  kind: PaymentKind,
  { found, dueInMs }: { found: FoundPayment; dueInMs: number },
): Promise<string | undefined> {
  const { signature } = found;
  const target = await kind.targetOf(context.db, found);
  if (!target) return undefined;
  const { table, subjectColumn } = kind.claims;
  const refused = { [subjectColumn]: target.subject, signature, status: 'refused' };
  const credits = context
    .db(table)
    .where({ ...refused, intent_id: target.intent?.id ?? null })
    .whereNotNull('amount');
  if (await credits.first('id')) return undefined;
  const opened = await claimPayment(context, kind, { target, signature, requestId: null, dueInMs });
  if (opened?.outcome !== 'opened') return undefined;
  context.log.info({ claim: opened.claim.id, reference: found.reference }, 'claimed a found payment');
  return opened.claim.id;
}

type Owner = Omit<Claiming, 'log'> & { paymentKind: PaymentKind; constants: { claimSweepAfterMs: number } };

/** Handles the job of a payment found on the chain. */
export async function onFoundPayment(
  { db, queues, paymentKind, constants }: Owner,
  found: FoundPayment,
  { log }: JobInfo,
): Promise<void> {
  await claimFound({ db, queues, log }, paymentKind, { found, dueInMs: constants.claimSweepAfterMs });
}

/**
 * Claims a transaction for a subject, or joins the claim that stands; committed on return. Undefined if none stands and
 * `mayOpen` is false. Claims proven by different wallets coexist, so a stranger's claim never blocks the payer. Throws an
 * ApiError 429 if no provider knows the transaction and too many such claims are pending.
 */
async function openClaim(
  db: Knex,
  { claims, purpose }: PaymentKind,
  { mayOpen, proof, unseen, intent, ...asked }: Request & Omit<ClaimTarget, 'demand'>,
): Promise<Opened | undefined> {
  const provenWallet = proof ? Address.parse(proof.wallet) : null;
  const intentId = intent?.id ?? null;
  let client = unseen?.client ?? null;
  for (;;) {
    const id = `${purpose}_${randomUUID()}`;
    const { subject, signature, requestId, dueInMs } = asked;
    const row = { id, subject, signature, requestId, dueInMs, provenWallet, client, intentId };
    // If the same claim stands, the proof stays unused.
    const insert = async (trx: Knex) => {
      const written = await insertClaim(trx, claims, row);
      if (written && proof) await useProof(trx, proof);
      return written;
    };
    const claim = mayOpen ? await db.transaction(insert) : undefined;
    const standing = claim ?? (await findStandingClaim(db, claims, { ...asked, provenWallet }));
    const joins = !claim && intentId !== null && standing?.status === 'pending' && standing.intentId === null;
    const isLost = joins && !(await addToIntent(db, claims, { id: standing.id, intentId }));
    if (standing && !isLost) {
      addLogFields({ verificationId: standing.id });
      return { outcome: claim ? 'opened' : 'joined', claim: standing };
    }
    if (!standing && !mayOpen) return undefined;
    if (unseen && client !== null && (await hasTooManyPending(db, claims, client))) {
      const { retryAfterSeconds: retryAfter } = unseenClaimLimits;
      if (!(await unseen.isSeen()))
        throw new ApiError('too_many_requests', tooManyUnseenClaims, { retryAfter });
      client = null;
    }
    // Otherwise the standing claim was decided in between: try again.
  }
}

const CALL_MS = 10_000;

/** Limits a client's claims of transactions that are not on the chain; `isSeen` asks the chain once the limit is reached. */
type UnseenLimit = {
  /** An anonymous client key. */
  client: string;
  isSeen: () => Promise<boolean>;
};

/** `unavailable`: called if the chain verifier does not answer; throws the ApiError. */
export function unseenLimit(
  { chainVerifier, config }: { chainVerifier: ApiClient; config: { INTERNAL_SECRET: string } },
  request: { signature: string; clientId: string },
  unavailable: (error: unknown) => never,
): UnseenLimit {
  const { signature, clientId } = request;
  const options = () => ({ signal: AbortSignal.timeout(CALL_MS) });
  return {
    client: clientKey(config.INTERNAL_SECRET, clientId),
    isSeen: async () => {
      const params = { signature: Signature.parse(signature) };
      const { isKnown } = await chainVerifier.call(findTransaction, { params }, options()).catch(unavailable);
      return isKnown;
    },
  };
}

/** Logs why the chain verifier does not answer, and throws the ApiError 503. */
export function verifierUnavailable(
  log: Pick<Log, 'warn'>,
  err: unknown,
  text = 'Payments cannot be checked right now. Please try again soon.',
): never {
  log.warn({ err }, 'the chain verifier is unavailable');
  throw new ApiError('service_unavailable', text, { retryAfter: 5 });
}

/** Queues the job that judges a claim, with its proven wallet and proof. Throws when the queue is unavailable. */
export async function sendClaim(
  db: Knex,
  queues: Pick<Queues, 'add'>,
  {
    id,
    signature,
    round,
    requestId,
    provenWallet,
    othersPending = 0,
  }: Pick<Claim, 'id' | 'signature' | 'round' | 'requestId' | 'provenWallet' | 'othersPending'>,
  demand: PaymentDemand,
): Promise<void> {
  const signed = provenWallet && { subject: demand.subject, signature, wallet: provenWallet };
  const proof = signed && (await findKeptProof(db, signed));
  await queues.add(verifyPaymentJob, {
    id,
    signature: Signature.parse(signature),
    demand: { ...demand, ...(provenWallet && { provenWallet }), ...(proof && { proof }) },
    round,
    ...(requestId === null ? {} : { requestId }),
    ...(othersPending > 0 && { isFurther: true as const }),
  });
}
