import { randomUUID } from 'node:crypto';
import { ApiCallError, type ApiClient } from '@naughty-list/api-client/client';
import { ApiError } from '@naughty-list/contracts/errors';
import {
  DESK_MAX,
  DeskPayment,
  deskTexts,
  findPayments,
  listPaymentsOf,
  type Settlement,
  settlePayment,
  takePayment,
} from '@naughty-list/contracts/payment-desk';
import { Address, isSignature } from '@naughty-list/contracts/primitives';
import { decimalTokens } from '@naughty-list/contracts/tokens';
import type { VerificationId } from '@naughty-list/contracts/verifications';
import { SETTLED } from '@naughty-list/contracts/verifications';
import type {} from '@naughty-list/service-kit/http/http';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Knex } from 'knex';
import { type Claim, endClaims, findClaim } from './claim-table.ts';
import { type PaymentKind, release } from './effect.ts';
import { endIntent, lockIntent } from './intent.ts';
import { readClaimProgress } from './progress.ts';

const CALL_MS = 10_000;
const SEARCH_MS = 20_000;

type Deps = {
  db: Knex;
  chainVerifier: ApiClient;
  paymentKind: PaymentKind;
  /** Records the settlement in the same transaction, so that none goes unrecorded. */
  record: (trx: Knex.Transaction, claim: Claim, settlement: Omit<Settlement, 'reference'>) => Promise<void>;
};

/** The settlement desk, for removals and memberships alike. */
export function deskRoutes(deps: Deps): Route[] {
  const { db, chainVerifier, paymentKind: kind } = deps;
  return [
    route(findPayments, ({ query }) => searchPayments(db, chainVerifier, kind, query.q)),
    route(settlePayment, async ({ params: { id }, body, admin: who }) => {
      await settle(deps, { id, who, reason: body.reason });
      const shown = await showPayment(db, chainVerifier, kind, id);
      if (!shown) throw new ApiError('not_found', deskTexts.unknown);
      return shown;
    }),
  ];
}

/**
 * Makes a payment count on an admin's decision. With the claim locked, the verifier uses the transaction for it (and frees
 * it again if nothing is left to pay for); effect, claim, intent and record are written together. Idempotent. Throws an
 * ApiError.
 */
async function settle(
  { db, chainVerifier, paymentKind: { claims, nothingLeft, takeEffect, onEnded }, record }: Deps,
  { id, who, reason }: { id: VerificationId; who: string; reason: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx(claims.table).where({ id }).forUpdate().first('id');
    const claim = await findClaim(trx, claims, id);
    if (!claim) throw new ApiError('not_found', deskTexts.unknown);
    if (isSettledAlready(claim, claims.done)) return;
    const { amount, sent, decimals, slot, payer } = await takeTransaction(chainVerifier, id);
    const { subject, signature } = claim;
    // It is used now, and the same payment claimed again stands in this claim's place.
    if (subject !== null)
      await endClaims(trx, claims, {
        which: { [claims.subjectColumn]: subject, signature, status: 'pending' },
        end: { status: 'refused', ...nothingLeft, decided_at: trx.fn.now() },
      });
    if (claim.intentId !== null) await lockIntent(trx, claim.intentId);
    const paid = { amount: BigInt(amount), decimals, payer };
    if ((await takeEffect(trx, claim, paid)) === undefined) {
      await release(chainVerifier, id);
      throw new ApiError('changed_meanwhile', deskTexts.nothingLeft);
    }
    const end = { status: claims.done, code: SETTLED, message: null, decided_at: trx.fn.now() };
    await endClaims(trx, claims, { which: { id }, end: { ...end, amount, sent, decimals, slot } });
    if (claim.intentId !== null) await endIntent(trx, claims, { id: claim.intentId, state: 'settled' });
    const { rows } = await trx.raw<{ rows: [{ now: Date }] }>('select now()');
    const settlement = { operationId: randomUUID(), who, reason, claim: id, at: rows[0].now.toISOString() };
    await record(trx, claim, { ...settlement, signature });
    await onEnded?.(trx, claim);
  });
}

/** Whether the claim was settled before. Throws an ApiError if it took effect by the rules. */
function isSettledAlready({ status, code }: Claim, done: string): boolean {
  if (status !== done) return false;
  if (code !== SETTLED) throw new ApiError('changed_meanwhile', deskTexts.paidAlready);
  return true;
}

async function takeTransaction(chainVerifier: ApiClient, id: VerificationId) {
  try {
    return await chainVerifier.call(
      takePayment,
      { params: { id } },
      { signal: AbortSignal.timeout(CALL_MS) },
    );
  } catch (error) {
    const isRefused = error instanceof ApiCallError && error.status >= 400 && error.status < 500;
    if (isRefused && error.code !== undefined)
      throw new ApiError(error.code === 'not_found' ? 'payment_refused' : error.code, error.message);
    throw new ApiError('service_unavailable', 'The payment cannot be checked now. Please try again soon.', {
      retryAfter: 5,
    });
  }
}

/** The newest payments with a signature, wallet, reference or intent. Throws what the call to the verifier throws. */
async function searchPayments(
  db: Knex,
  chainVerifier: ApiClient,
  kind: PaymentKind,
  q: string,
): Promise<DeskPayment[]> {
  const { table, subjectColumn } = kind.claims;
  const query = db(table).orderBy('created_at', 'desc').limit(DESK_MAX);
  if (isSignature(q)) query.where({ signature: q });
  else if (Address.safeParse(q).success) {
    const options = { signal: AbortSignal.timeout(SEARCH_MS) };
    const ids = await chainVerifier.call(listPaymentsOf, { params: { wallet: Address.parse(q) } }, options);
    query.whereIn('id', ids).orWhere({ proven_wallet: q });
  } else if (q.startsWith(`${kind.purpose}_`)) query.where({ intent_id: q }).orWhere({ id: q });
  else {
    const subject = await kind.subjectOf(db, q);
    if (subject === undefined) return [];
    query.where({ [subjectColumn]: subject });
  }
  const ids: string[] = await query.pluck('id');
  const shown = await Promise.all(ids.map((id) => showPayment(db, chainVerifier, kind, id)));
  return shown.flatMap((payment) => payment ?? []);
}

/** A payment with the outcome of each rule; undefined for an unknown id. */
async function showPayment(
  db: Knex,
  chainVerifier: ApiClient,
  { claims, purpose, noteOf }: PaymentKind,
  id: string,
): Promise<DeskPayment | undefined> {
  const claim = await findClaim(db, claims, id);
  const shown = claim && (await readClaimProgress(db, claims, chainVerifier, id));
  if (!claim || !shown) return undefined;
  const { created_at: at }: { created_at: Date } = await db(claims.table).where({ id }).first('created_at');
  const { subject, status, amount, decimals, intentId, provenWallet } = claim;
  const isSettled = status === claims.done && claim.code === SETTLED;
  return DeskPayment.parse({
    ...shown,
    purpose,
    subject,
    state: isSettled ? 'settled' : status === claims.done ? 'paid' : status,
    message: shown.message ?? (await noteOf?.(db, id)) ?? null,
    amount: amount === null || decimals === null ? null : decimalTokens(amount, decimals),
    at: at.toISOString(),
    intent: intentId,
    wallets: provenWallet ? [provenWallet] : (shown.payers ?? []),
  });
}
