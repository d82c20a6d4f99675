import type { ApiClient } from '@naughty-list/api-client/client';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import { type BaseContext, every, type Schedule } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import { type ClaimTable, forgetRefusedClaims, refuseClaim, takeDueClaims } from './claim-table.ts';
import { type PaymentKind, releaseCredits } from './effect.ts';
import { demandWithIntent, findIntent, forgetIntents } from './intent.ts';
import { sendClaim } from './open.ts';
import { forgetProofs } from './proofs.ts';

export const SWEEP_BATCH = 100;
const MAX_DELAY_MS = 30_000;

type Owner = BaseContext & { chainVerifier: ApiClient; constants: { claimSweepAfterMs: number } };

/** The schedule of a service with claims: requests late verdicts again, and releases payments without effect. */
export function claimSweep<C extends Owner>(
  kindOf: (context: C) => PaymentKind,
  also?: (context: C) => Promise<void>,
): Schedule<C> {
  return every(
    ({ constants }: C) => constants.claimSweepAfterMs,
    async (context) => {
      const { constants, log } = context;
      const sent = await sweepClaims(context, kindOf(context), constants.claimSweepAfterMs);
      if (sent > 0) log.info({ sent }, 'claims resent');
      await also?.(context);
      const credits = await releaseCredits(context, kindOf(context));
      if (credits > 0) log.info({ credits }, 'payments without effect released');
    },
  );
}

/**
 * Requests the verdict again for every claim that has been pending too long, in case a job or a verdict was lost. A
 * claim without a demand (its subject no longer exists) is refused. Returns the number of claims handled.
 */
export async function sweepClaims(
  { db, queues, log }: { db: Knex; queues: Pick<Queues, 'add'>; log: Log },
  { claims, nothingLeft, demandFor }: PaymentKind,
  firstDelayMs: number,
): Promise<number> {
  const due = await takeDueClaims(db, claims, {
    limit: SWEEP_BATCH,
    firstDelayMs,
    maxDelayMs: Math.max(firstDelayMs, MAX_DELAY_MS),
  });
  const sent = await Promise.allSettled(
    due.map(async (claim) => {
      const { subject, intentId } = claim;
      const demand = subject === null ? undefined : await demandFor(db, subject);
      const intent = intentId === null ? undefined : await findIntent(db, intentId);
      if (demand) await sendClaim(db, queues, claim, demandWithIntent(demand, intent));
      else await refuseClaim(db, claims, { id: claim.id, refusal: nothingLeft });
    }),
  );
  for (const [index, result] of sent.entries()) {
    // Taking it has put it off: a sweep after that delay sends it again.
    if (result.status === 'rejected')
      log.warn({ err: result.reason, claim: due[index]?.id }, 'claim not sent');
  }
  return sent.filter(({ status }) => status === 'fulfilled').length;
}

/** Deletes refused claims, and intents and proofs that no claim needs, from before a time. Returns the numbers deleted. */
export async function forgetPayments(
  db: Knex,
  claims: ClaimTable,
  how: { before: Date; mayGoOn: () => boolean },
): Promise<{ refused: number; intents: number; proofs: number }> {
  const refused = await forgetRefusedClaims(db, claims, how);
  const intents = await forgetIntents(db, claims, how);
  const proofs = await forgetProofs(db, { ...how, keep: { table: claims.table, status: claims.done } });
  return { refused, intents, proofs };
}
