import type { Log } from '@naughty-list/service-kit/log';
import type { Queues } from '@naughty-list/service-kit/queues';
import type { Knex } from 'knex';
import { findReport } from '../reports/repository.ts';
import { reportGone } from './claim.ts';
import { removalDemand } from './demand.ts';
import { refuseClaim, takeDueClaims } from './repository.ts';
import { sendClaim } from './send.ts';

export const SWEEP_BATCH = 100;
const MAX_DELAY_MS = 30_000;

/**
 * Asks again for the verdict of every claim that is pending too long: whatever was lost on the way (a job that was
 * never added, a verdict that was never told) is made up for here. Answers how many claims it dealt with.
 */
export async function sweepClaims(
  db: Knex,
  queues: Pick<Queues, 'add'>,
  { firstDelayMs, minimumTokens, log }: { firstDelayMs: number; minimumTokens: string; log: Log },
): Promise<number> {
  const claims = await takeDueClaims(db, {
    limit: SWEEP_BATCH,
    firstDelayMs,
    maxDelayMs: Math.max(firstDelayMs, MAX_DELAY_MS),
  });
  const sent = await Promise.allSettled(
    claims.map(async (claim) => {
      const report = claim.reportId === null ? undefined : await findReport(db, claim.reportId);
      // The report was deleted: there is nothing to pay for.
      if (!report) return refuseClaim(db, claim.id, reportGone);
      await sendClaim(queues, claim, removalDemand(report, minimumTokens));
    }),
  );
  for (const [index, result] of sent.entries()) {
    // It stays due: the next sweep tries again.
    if (result.status === 'rejected')
      log.warn({ err: result.reason, claim: claims[index]?.id }, 'claim not sent');
  }
  return sent.filter(({ status }) => status === 'fulfilled').length;
}
