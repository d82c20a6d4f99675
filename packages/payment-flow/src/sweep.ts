import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import type { ApiClient } from '@naughty-list/api-client/client';
import { releasePayment, VerificationId } from '@naughty-list/contracts/verifications';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import { type BaseContext, every, type Schedule } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import {
  type ClaimTable,
  endClaims,
  forgetRefusedClaims,
  refuseClaim,
  takeDueClaims,
} from './claim-table.ts';
import type { Effect } from './effect.ts';
import { demandOf, endOf, findIntent, forgetIntents, SLACK_MS } from './intent.ts';
import { sendClaim } from './open.ts';
import { forgetProofs } from './proofs.ts';

export const SWEEP_BATCH = 100;
const MAX_DELAY_MS = 30_000;
const CREDIT_BATCH = 50;
const CALL_MS = 5_000;

type Owner = BaseContext & { chainVerifier: ApiClient; constants: { claimSweepAfterMs: number } };

/** What every owner of claims repeats: verdicts that are late, and payments without effect. */
export function claimSweep<C extends Owner, S extends string | number, D extends string>(
  effectOf: (context: C) => Effect<S, D>,
  also?: (context: C) => Promise<void>,
): Schedule<C> {
  return every(
    ({ constants }: C) => constants.claimSweepAfterMs,
    async (context) => {
      const { constants, log } = context;
      const sent = await sweepClaims(context, effectOf(context), constants.claimSweepAfterMs);
      if (sent > 0) log.info({ sent }, 'claims resent');
      await also?.(context);
      const credits = await releaseCredits(context, effectOf(context));
      if (credits > 0) log.info({ credits }, 'payments without effect released');
    },
  );
}

/**
 * Requests the verdict again for every claim that has been pending too long, in case a job or a verdict was lost. A
 * claim without a demand (what it pays for is gone) is refused as `gone`. Returns the number of claims handled.
 */
export async function sweepClaims<S extends string | number, D extends string>(
  { db, queues, log }: { db: Knex; queues: Pick<Queues, 'add'>; log: Log },
  { of, gone, demandFor }: Effect<S, D>,
  firstDelayMs: number,
): Promise<number> {
  const claims = await takeDueClaims(db, of, {
    limit: SWEEP_BATCH,
    firstDelayMs,
    maxDelayMs: Math.max(firstDelayMs, MAX_DELAY_MS),
  });
  const sent = await Promise.allSettled(
    claims.map(async (claim) => {
      const { subject, intentId } = claim;
      const demand = subject === null ? undefined : await demandFor(db, subject);
      const intent = intentId === null ? undefined : await findIntent(db, intentId);
      if (demand) await sendClaim(db, queues, claim, demandOf(demand, intent));
      else await refuseClaim(db, of, { id: claim.id, refusal: gone });
    }),
  );
  for (const [index, result] of sent.entries()) {
    // It stays due for the next sweep.
    if (result.status === 'rejected')
      log.warn({ err: result.reason, claim: claims[index]?.id }, 'claim not sent');
  }
  return sent.filter(({ status }) => status === 'fulfilled').length;
}

/**
 * Frees the transactions of payments without effect, so that their payers can sign for something else: those that came too late, and
 * the parts of an intent whose time is over or whose subject is gone. Repeated until the verifier has answered.
 */
export async function releaseCredits<S extends string | number, D extends string>(
  { db, chainVerifier, log }: { db: Knex; chainVerifier: ApiClient; log: Log },
  effect: Effect<S, D>,
): Promise<number> {
  const { table } = effect.of;
  await endParts(db, effect);
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

/** Ends the parts that can no longer become a whole. */
async function endParts<S extends string | number, D extends string>(
  db: Knex,
  { of, gone, isPayable }: Effect<S, D>,
): Promise<void> {
  const parts: { intent_id: string }[] = await db(of.table)
    .where({ status: 'counted' })
    .distinct('intent_id');
  for (const { intent_id: id } of parts) {
    const intent = await findIntent(db, id);
    if (intent?.state !== 'open') continue;
    const isOver = endOf(intent).getTime() + SLACK_MS <= Date.now();
    if (!isOver && (await isPayable(db, intent.subject))) continue;
    await db.transaction(async (trx) => {
      // Locked like a payment's: one that completes it first leaves nothing to end.
      const still = await trx('payment_intents').where({ id, state: 'open' }).forUpdate().first('id');
      const which = { intent_id: id, status: 'counted' };
      if (still) await endClaims(trx, of, { which, end: { status: 'refused', ...gone } });
    });
  }
}

/** Deletes what is older and of no use: refused claims, intents and proofs that no claim needs. Returns the numbers deleted. */
export async function forgetPayments<S extends string | number, D extends string>(
  db: Knex,
  of: ClaimTable<S, D>,
  how: { before: Date; mayGoOn: () => boolean },
): Promise<{ refused: number; intents: number; proofs: number }> {
  const refused = await forgetRefusedClaims(db, of, how);
  const intents = await forgetIntents(db, of, how);
  const proofs = await forgetProofs(db, { ...how, keep: { table: of.table, status: of.done } });
  return { refused, intents, proofs };
}
