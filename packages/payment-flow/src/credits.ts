import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import type { ApiClient } from '@naughty-list/api-client/client';
import { intentTexts } from '@naughty-list/contracts/payment-intents';
import { releasePayment, VerificationId } from '@naughty-list/contracts/verifications';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import { findClaimsOfIntent } from './claim-table.ts';
import type { PaymentKind } from './effect.ts';
import { isUnderWay } from './follow.ts';
import { countsUntil, findIntent, type Intent, refuseParts, SLACK_MS } from './intent.ts';

const CREDIT_BATCH = 50;
const CALL_MS = 5_000;

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
  await refusePartsOfEndedIntents({ db, chainVerifier }, kind).catch((err) =>
    log.warn({ err }, 'parts not ended'),
  );
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
      // If the verifier does not answer, do not try the others.
      if (!(err instanceof ApiCallError) || err.status === 0) break;
    }
  }
  return released;
}

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
  const options = { signal: AbortSignal.timeout(CALL_MS) };
  await chainVerifier.call(releasePayment, { params: { id } }, options).catch((error: unknown) => {
    if (!(error instanceof ApiCallError && error.status === 404)) throw error;
  });
}

type Deps = { db: Knex; chainVerifier: ApiClient };

/** Refuses the parts of intents that are over or have no subject any more. Throws what the call to the verifier throws. */
async function refusePartsOfEndedIntents({ db, chainVerifier }: Deps, kind: PaymentKind): Promise<void> {
  const { claims, nothingLeft, isPayable } = kind;
  const parts: { intent_id: string }[] = await db(claims.table)
    .where({ status: 'counted' })
    .distinct('intent_id');
  for (const { intent_id: id } of parts) {
    const intent = await findIntent(db, id);
    if (intent?.state !== 'open') continue;
    const isOver = countsUntil(intent).getTime() + SLACK_MS <= Date.now();
    const isLeft = await isPayable(db, intent.subject);
    if (isLeft && (!isOver || (await awaitsVerdict({ db, chainVerifier }, kind, intent)))) continue;
    await db.transaction(async (trx) => {
      // Locked as by a payment, which may complete the intent first.
      const still = await trx('payment_intents').where({ id, state: 'open' }).forUpdate().first('id');
      const refusal = isLeft ? { code: 'expired', message: intentTexts.over } : nothingLeft;
      if (still) await refuseParts(trx, claims, { id, refusal });
    });
  }
}

/** Whether a payment made in time may still be found or judged, such as after an outage of the providers. */
async function awaitsVerdict(deps: Deps, kind: PaymentKind, intent: Intent): Promise<boolean> {
  const known = await findClaimsOfIntent(deps.db, kind.claims, intent.id);
  return known.some(({ status }) => status === 'pending') || isUnderWay(deps, kind, intent);
}
