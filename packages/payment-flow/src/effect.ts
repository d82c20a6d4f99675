import { ApiCallError, type ApiClient } from '@naughty-list/api-client/client';
import { intentTexts } from '@naughty-list/contracts/payment-intents';
import type { FoundPayment } from '@naughty-list/contracts/payment-jobs';
import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { toBaseUnits } from '@naughty-list/contracts/tokens';
import {
  type PaymentDemand,
  releasePayment,
  SETTLED,
  VerificationId,
  WHOLE_PRICE,
} from '@naughty-list/contracts/verifications';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import {
  type Claim,
  type ClaimEnd,
  type ClaimTable,
  type ClaimVerdict,
  endClaim,
  findClaimsOfIntent,
  lockPendingClaim,
  type Refusal,
  TOO_LITTLE,
} from './claim-table.ts';
import {
  announceSubjects,
  countsUntil,
  endIntent,
  findIntent,
  type Intent,
  lockIntent,
  priceOf,
  refuseParts,
  renewIntent,
  SLACK_MS,
  sumPayments,
} from './intent.ts';
import { isUnderWay } from './progress.ts';

/** What a transaction paid: base units, of the given decimals; in a block of this time (Unix seconds), if that matters. */
export type Paid = {
  amount: bigint;
  decimals: number | null;
  payer: string | null;
  blockTime?: number | undefined;
};

/** What a transaction is claimed for, with the demand and intent by which it is judged. */
export type ClaimTarget = {
  subject: string;
  demand: PaymentDemand;
  intent: Intent | undefined;
  /** Whether a new claim may be opened; an existing one is joined in any case. */
  mayOpen: boolean;
};

/** What differs between removals and memberships. `R`: the result of taking effect. */
export type PaymentKind<R = unknown> = {
  purpose: 'removal' | 'membership';
  claims: ClaimTable;
  /** Whether there is still something to pay for. `isBegun`: by the rest of what has been paid in part. */
  isPayable: (db: Knex, subject: string, how?: { isBegun?: boolean }) => Promise<boolean>;
  /** The refusal of a payment when nothing is left to pay for. */
  nothingLeft: Refusal;
  /** The text of a refusal, for display. */
  refusalText: (code: string | null, message: string | null) => string;
  /** Undefined when the subject no longer exists anywhere. */
  demandFor: (db: Knex, subject: string) => Promise<PaymentDemand | undefined>;
  /** What a payment found on the chain is to be claimed for; undefined if for nothing. */
  targetOf: (db: Knex, found: FoundPayment) => Promise<ClaimTarget | undefined>;
  /** Called after a claim was opened. */
  onClaimed?: (db: Knex, subject: string) => Promise<void>;
  /** The subject of a reference text. */
  subjectOf: (db: Knex, reference: string) => Promise<string | undefined>;
  /** Writes the effect; undefined if nothing was left to pay for. `paid`: in sum, with earlier parts of the intent. */
  takeEffect: (trx: Knex.Transaction, claim: Claim, paid: Paid) => Promise<R | undefined>;
  /** What admins should know of a payment that took effect. */
  noteOf?: (db: Knex, claimId: string) => Promise<string | undefined>;
  /** Called in the same transaction once the claim has ended with an effect. */
  onEnded?: (trx: Knex.Transaction, claim: Claim) => Promise<void>;
};

/**
 * Applies a verdict once, in one transaction: ends the claim and, when accepted payments add up to the intent's price, takes
 * effect. If one payment is the whole price, earlier parts become credits. Undefined if no claim of that id is pending, or if it
 * stays so.
 * Locks the claim, then its intent, then the subject. Throws if the intent's row is not as the service wrote it and the
 * verdict depends on it.
 */
export async function applyVerdict<R>(
  db: Knex,
  kind: PaymentKind<R>,
  verdict: ClaimVerdict & { payer?: string | null },
): Promise<{ end: ClaimEnd; isCredit: boolean; result: R | undefined } | undefined> {
  const { claims } = kind;
  return db.transaction(async (trx) => {
    const claim = await lockPendingClaim(trx, claims, verdict.id);
    // An admin's decision takes effect with its record alone: if that was interrupted, once it is repeated.
    if (!claim || verdict.code === SETTLED) return undefined;
    const intent = claim.intentId === null ? undefined : await lockIntent(trx, claim.intentId);
    // Judged by the whole price before it was added to its intent: the sweep has it judged again.
    if (intent && verdict.intent === null && verdict.code === TOO_LITTLE) {
      await trx(claims.table).where({ id: claim.id }).update({ due_at: trx.fn.now() });
      return undefined;
    }
    // A forged intent could make a part pass for the whole price. (After a change of the secret, no intent can be read.)
    const isUnread =
      claim.intentId !== null && !intent && !(await needsNoIntent(trx, kind, { claim, verdict }));
    if (isUnread && !(await isPastGrace(trx, claim.intentId)))
      throw new Error(`The service did not write the intent ${claim.intentId} as it is`);
    const earlier = intent?.state === 'open' ? (await sumPayments(trx, claims, intent.id)).received : 0n;
    const own = BigInt(verdict.amount ?? 0);
    const isAccepted = verdict.outcome === 'accepted';
    const isWhole = verdict.code === WHOLE_PRICE || (intent !== undefined && own >= priceOf(intent));
    const amount = isWhole ? own : own + earlier;
    const isPart = isAccepted && !isWhole && intent?.state === 'open' && amount < priceOf(intent);
    const { decimals, payer = null, blockTime } = verdict;
    const paid = { amount, decimals, payer, blockTime };
    const result = isAccepted && !isPart && !isUnread ? await kind.takeEffect(trx, claim, paid) : undefined;
    const usual = isUnread
      ? { status: 'refused' as const, ...OVER }
      : claimEnd(kind, verdict, result !== undefined);
    const end = isPart ? { status: 'counted' as const } : usual;
    await endClaim(trx, claims, { verdict, end });
    // The browser's earlier offers are over.
    if (isPart) await announceSubjects(trx, [intent.subject], { visitor: intent.visitor });
    const areSpare = intent !== undefined && result !== undefined && isWhole && earlier > 0n;
    if (areSpare) await refuseParts(trx, claims, { id: intent.id, refusal: kind.nothingLeft });
    if (intent && result !== undefined) await endIntent(trx, claims, { id: intent.id, state: 'paid' });
    if (result !== undefined) await kind.onEnded?.(trx, claim);
    return { end, isCredit: areSpare || (isAccepted && end.status === 'refused'), result };
  });
}

/** Applies a verdict of the verifier's, and releases what became a credit. Returns the effect's result, if any. */
export async function onVerdict<R>(
  { db, chainVerifier, paymentKind }: Deps & { paymentKind: PaymentKind<R> },
  verdict: Parameters<typeof applyVerdict>[2],
  { log }: { log: Log },
): Promise<R | undefined> {
  const applied = await applyVerdict(db, paymentKind, verdict);
  if (applied) log.info({ claim: verdict.id, ...applied.end }, 'claim decided');
  else log.info({ claim: verdict.id, outcome: verdict.outcome }, 'no pending claim for this verdict');
  if (applied?.isCredit) await releaseCredits({ db, chainVerifier, log }, paymentKind);
  return applied?.result;
}

const OVER: Refusal = { code: 'expired', message: intentTexts.over };

/** Whether payments no longer count by the terms of an intent, which may be unreadable. */
async function isPastGrace(db: Knex, id: string | null): Promise<boolean> {
  const row = await db('payment_intents').where({ id }).first('expires_at as expiresAt');
  return row !== undefined && countsUntil(row).getTime() + SLACK_MS <= Date.now();
}

/** Whether the intent's terms make no difference: for a refusal, or a payment of the usual price. */
async function needsNoIntent(
  trx: Knex,
  { demandFor }: PaymentKind,
  { claim: { subject }, verdict }: { claim: Claim; verdict: ClaimVerdict },
): Promise<boolean> {
  const { outcome, amount, decimals } = verdict;
  if (outcome === 'rejected') return true;
  const usual = subject === null ? undefined : await demandFor(trx, subject);
  if (!usual || amount === null || decimals === null) return false;
  return BigInt(amount) >= toBaseUnits(usual.minimumTokens, decimals);
}

/** How a verdict ends its claim. `tookEffect`: whether an accepted one could take effect. */
function claimEnd(
  { claims, nothingLeft, refusalText }: Pick<PaymentKind, 'claims' | 'nothingLeft' | 'refusalText'>,
  { outcome, code, message }: ClaimVerdict,
  tookEffect: boolean,
): ClaimEnd {
  if (outcome === 'rejected')
    return { status: 'refused', code: code ?? 'rejected', message: refusalText(code, message) };
  return tookEffect ? { status: claims.done } : { status: 'refused', ...nothingLeft };
}

const CREDIT_BATCH = 50;

/**
 * Refuses the parts of intents that can no longer be completed, and frees the transactions of all payments without effect
 * at the verifier, so that their payers can sign for something else. A failed call is repeated by the next sweep. Returns
 * how many it freed.
 */
export async function releaseCredits(
  { db, chainVerifier, log }: { db: Knex; chainVerifier: ApiClient; log: Log },
  kind: PaymentKind,
): Promise<number> {
  const { table } = kind.claims;
  await endParts({ db, chainVerifier, log }, kind).catch((err) => log.warn({ err }, 'parts not ended'));
  const due: { id: string }[] = await db(table)
    .where({ status: 'refused', released_at: null })
    .whereRaw('num_nulls(amount) = 0')
    .orderBy('decided_at')
    .limit(CREDIT_BATCH)
    .select('id');
  let released = 0;
  for (const { id } of due) {
    try {
      if (await releaseCredit({ db, chainVerifier }, table, id)) released += 1;
    } catch (err) {
      log.warn({ err, claim: id }, 'credit not released');
      if (!isAboutOne(err)) break;
    }
  }
  return released;
}

/** If the verifier does not answer, it does not for the others either. */
const isAboutOne = (error: unknown) => error instanceof ApiCallError && error.status !== 0;

/** Locks the claim, because an admin may be settling it. */
function releaseCredit(
  { db, chainVerifier }: { db: Knex; chainVerifier: ApiClient },
  table: string,
  id: string,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const due = { id, status: 'refused', released_at: null };
    if (!(await trx(table).where(due).forUpdate().first('id'))) return false;
    await release(chainVerifier, VerificationId.parse(id));
    await trx(table).where({ id }).update({ released_at: trx.fn.now() });
    return true;
  });
}

/** Frees a claim's transaction at the verifier. An id that it does not know uses no transaction. */
export async function release(chainVerifier: ApiClient, id: VerificationId): Promise<void> {
  await chainVerifier.call(releasePayment, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiCallError && error.status === 404)) throw error;
  });
}

type Deps = { db: Knex; chainVerifier: ApiClient };

/** Ends the parts of intents; one that fails delays no other. Throws what the call to the verifier throws. */
async function endParts({ log, ...deps }: Deps & { log: Log }, kind: PaymentKind): Promise<void> {
  const parts: { intent_id: string }[] = await deps
    .db(kind.claims.table)
    .where({ status: 'counted' })
    .whereRaw('num_nulls(amount) = 0')
    .distinct('intent_id');
  if (parts.length === 0) return;
  const terms = await termsNow(deps.chainVerifier, kind);
  for (const { intent_id: id } of parts) {
    try {
      await endPartsOf(deps, kind, { id, terms });
    } catch (err) {
      log.warn({ err, intent: id }, 'parts not ended');
      if (!isAboutOne(err)) break;
    }
  }
}

/**
 * Refuses the parts of an intent that is over or has no subject any more, and has those take effect that reach a price that has fallen.
 * Throws what the call to the verifier throws.
 */
async function endPartsOf(
  { db, chainVerifier }: Deps,
  kind: PaymentKind,
  { id, terms }: { id: string; terms: Awaited<ReturnType<typeof termsNow>> },
): Promise<void> {
  const { claims, nothingLeft, isPayable } = kind;
  const intent = await findIntent(db, id);
  if (intent && intent.state !== 'open') return;
  // After a change of the secret, an intent cannot be read, and its parts not be completed.
  const isLeft = !intent || (await isPayable(db, intent.subject, { isBegun: true }));
  const { received } = await sumPayments(db, claims, id);
  if (intent && isLeft && terms.mint === intent.mint && received >= toBaseUnits(terms.price, intent.decimals))
    await renewIntent(db, claims, { known: intent, price: terms.price, burnWallet: intent.burnWallet });
  if (isLeft && !(await isPastGrace(db, id))) return;
  if (isLeft && intent && (await awaitsVerdict({ db, chainVerifier }, kind, intent))) return;
  await db.transaction(async (trx) => {
    // Locked as by a payment, which may complete the intent first.
    const still = await trx('payment_intents').where({ id, state: 'open' }).forUpdate().first('id');
    const refusal = isLeft ? OVER : nothingLeft;
    if (still) await refuseParts(trx, claims, { id, refusal });
  });
}

/** The price of now, in whole tokens of the mint of now. Throws what the call to the verifier throws. */
export async function termsNow(
  chainVerifier: ApiClient,
  { purpose }: Pick<PaymentKind, 'purpose'>,
): Promise<{ price: string; mint: string; isChainReachable: boolean }> {
  const terms = await chainVerifier.call(getTokenConfig);
  const price = purpose === 'removal' ? terms.removalCostTokens : terms.membershipFeeTokens;
  return { price, mint: terms.contractAddress, isChainReachable: terms.isChainReachable ?? true };
}

/** Whether a payment made in time may still be found or judged, such as after an outage of the providers. */
async function awaitsVerdict(deps: Deps, kind: PaymentKind, intent: Intent): Promise<boolean> {
  const known = await findClaimsOfIntent(deps.db, kind.claims, intent.id);
  return (
    known.some(({ status }) => status === 'pending') ||
    isUnderWay(deps, kind, { subject: intent.subject, intent })
  );
}
