import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import type { Claim, Refusal } from './claim.ts';
import { type ClaimTable, refuseClaim, takeDueClaims } from './claim-table.ts';
import { sendClaim } from './send.ts';

export const SWEEP_BATCH = 100;
const MAX_DELAY_MS = 30_000;

/**
 * Requests the verdict again for every claim that has been pending too long, in case a job or a verdict was lost. A
 * claim without a demand (what it pays for is gone) is refused as `gone`. Returns the number of claims handled.
 */
export async function sweepClaims<S extends string | number, D extends string>(
  db: Knex,
  queues: Pick<Queues, 'add'>,
  of: ClaimTable<S, D>,
  how: {
    demandFor: (claim: Claim<S, D>) => Promise<PaymentDemand | undefined>;
    gone: Refusal;
    firstDelayMs: number;
    log: Log;
  },
): Promise<number> {
  const { demandFor, gone, firstDelayMs, log } = how;
  const claims = await takeDueClaims(db, of, {
    limit: SWEEP_BATCH,
    firstDelayMs,
    maxDelayMs: Math.max(firstDelayMs, MAX_DELAY_MS),
  });
  const sent = await Promise.allSettled(
    claims.map(async (claim) => {
      const demand = await demandFor(claim);
      if (demand) await sendClaim(db, queues, claim, demand);
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
