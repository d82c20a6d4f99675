import type { ApiClient } from '@naughty-list/api-client/client';
import { releasePayment, VerificationId } from '@naughty-list/contracts/verifications';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import type { Refusal } from './claim.ts';
import { endClaims } from './claim-table.ts';
import { endOf } from './intent.ts';
import { findIntent } from './intent-table.ts';
import type { Payable } from './show-intent.ts';

const BATCH = 50;
const CALL_MS = 5_000;

/**
 * Frees the transactions of payments without effect, so that their payers can sign for something else: those that came too late, and
 * the parts of an intent whose time is over or whose subject is gone. Repeated until the verifier has answered.
 */
export async function releaseCredits<S extends string | number, D extends string>(
  db: Knex,
  chainVerifier: ApiClient,
  { payable, gone, log }: { payable: Payable<S, D>; gone: Refusal; log: Log },
): Promise<number> {
  const { table } = payable.of;
  await endParts(db, { payable, gone });
  const due: { id: string }[] = await db(table)
    .where({ status: 'refused' })
    .whereNotNull('amount')
    .whereNull('released_at')
    .orderBy('decided_at')
    .limit(BATCH)
    .select('id');
  let released = 0;
  for (const { id } of due) {
    try {
      const params = { id: VerificationId.parse(id) };
      await chainVerifier.call(releasePayment, { params }, { signal: AbortSignal.timeout(CALL_MS) });
      await db(table).where({ id }).update({ released_at: db.fn.now() });
      released += 1;
    } catch (err) {
      log.warn({ err, claim: id }, 'credit not released');
      break;
    }
  }
  return released;
}

/** Ends the parts that can no longer become a whole. */
async function endParts<S extends string | number, D extends string>(
  db: Knex,
  { payable, gone }: { payable: Payable<S, D>; gone: Refusal },
): Promise<void> {
  const { table } = payable.of;
  const parts: { intent_id: string }[] = await db(table).where({ status: 'counted' }).distinct('intent_id');
  for (const { intent_id: id } of parts) {
    const intent = await findIntent(db, id);
    if (intent?.state !== 'open') continue;
    const isOver = endOf(intent).getTime() + SLACK_MS <= Date.now();
    if (!isOver && (await payable.isPayable(db, intent.subject))) continue;
    await db.transaction(async (trx) => {
      // Locked like a payment's: one that completes it first leaves nothing to end.
      const still = await trx('payment_intents').where({ id, state: 'open' }).forUpdate().first('id');
      const which = { intent_id: id, status: 'counted' };
      if (still) await endClaims(trx, payable.of, { which, end: { status: 'refused', ...gone } });
    });
  }
}

/** A payment in the last minute of the grace is final and judged a little later. */
const SLACK_MS = 10 * 60_000;
