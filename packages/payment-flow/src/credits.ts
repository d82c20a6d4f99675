import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import type { ApiClient } from '@naughty-list/api-client/client';
import { intentTexts } from '@naughty-list/contracts/payment-intents';
import { Address } from '@naughty-list/contracts/primitives';
import { findUnclaimedPayment, releasePayment, VerificationId } from '@naughty-list/contracts/verifications';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import { findClaimsOfIntent } from './claim-table.ts';
import type { Effect } from './effect.ts';
import { endOf, findIntent, type Intent, refuseParts, SLACK_MS } from './intent.ts';

const CREDIT_BATCH = 50;
const CALL_MS = 5_000;

/**
 * Frees the transactions of payments without effect, so that their payers can sign for something else: those that came too late, and
 * the parts of an intent whose time is over or whose subject is gone. Repeated until the verifier has answered.
 */
export async function releaseCredits<S extends string | number, D extends string>(
  { db, chainVerifier, log }: { db: Knex; chainVerifier: ApiClient; log: Log },
  effect: Effect<S, D>,
): Promise<number> {
  const { table } = effect.of;
  await endParts({ db, chainVerifier }, effect).catch((err) => log.warn({ err }, 'parts not ended'));
  const due: { id: string }[] = await db(table)
    .where({ status: 'refused' })
    .whereNotNull('amount')
    .whereNull('released_at')
    .orderBy('decided_at')
    .limit(CREDIT_BATCH)
    .select('id');
  let released = 0;
  for (const { id } of due) {
    try {
      if (await releaseCredit({ db, chainVerifier }, table, id)) released += 1;
    } catch (err) {
      log.warn({ err, claim: id }, 'credit not released');
      // Without an answer, the others would wait for theirs in vain.
      if (!(err instanceof ApiCallError) || err.status === 0) break;
    }
  }
  return released;
}

/** Locked, because what an admin settles meanwhile must not be freed. */
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

/** Frees a claim's transaction; what the verifier does not know, it does not use. */
export async function release(chainVerifier: ApiClient, id: VerificationId): Promise<void> {
  const options = { signal: AbortSignal.timeout(CALL_MS) };
  await chainVerifier.call(releasePayment, { params: { id } }, options).catch((error: unknown) => {
    if (!(error instanceof ApiCallError && error.status === 404)) throw error;
  });
}

type Parts = { db: Knex; chainVerifier: ApiClient };

/** Ends the parts that can no longer become a whole. Throws what the call to the verifier throws. */
async function endParts<S extends string | number, D extends string>(
  { db, chainVerifier }: Parts,
  effect: Effect<S, D>,
): Promise<void> {
  const { of, gone, isPayable } = effect;
  const parts: { intent_id: string }[] = await db(of.table)
    .where({ status: 'counted' })
    .distinct('intent_id');
  for (const { intent_id: id } of parts) {
    const intent = await findIntent(db, id);
    if (intent?.state !== 'open') continue;
    const isOver = endOf(intent).getTime() + SLACK_MS <= Date.now();
    const isLeft = await isPayable(db, intent.subject);
    if (isLeft && (!isOver || (await awaitsVerdict({ db, chainVerifier }, effect, intent)))) continue;
    await db.transaction(async (trx) => {
      // Locked like a payment's: one that completes it first leaves nothing to end.
      const still = await trx('payment_intents').where({ id, state: 'open' }).forUpdate().first('id');
      const refusal = isLeft ? { code: 'expired', message: intentTexts.over } : gone;
      if (still) await refuseParts(trx, of, { id, refusal });
    });
  }
}

/** What came in time may be found and judged only later, as after an outage of the providers. */
async function awaitsVerdict<S extends string | number, D extends string>(
  { db, chainVerifier }: Parts,
  { of }: Effect<S, D>,
  { id, referenceKey }: Intent,
): Promise<boolean> {
  const claims = await findClaimsOfIntent(db, of, id);
  if (claims.some(({ status }) => status === 'pending')) return true;
  const options = { signal: AbortSignal.timeout(CALL_MS) };
  const params = { referenceKey: Address.parse(referenceKey) };
  return (await chainVerifier.call(findUnclaimedPayment, { params }, options)).isUnderWay;
}
