import { sweepClaims } from '@naughty-list/payment-claims/sweep';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import { removalClaims, reportGone } from './claim.ts';
import { removalDemand } from './demand.ts';
import { findPayable } from './repository.ts';

/**
 * Requests the verdict again for every removal that has been pending too long; ends claims whose report no longer
 * exists anywhere.
 */
export async function sweepRemovals(
  db: Knex,
  queues: Pick<Queues, 'add'>,
  { firstDelayMs, minimumTokens, log }: { firstDelayMs: number; minimumTokens: string; log: Log },
): Promise<number> {
  return sweepClaims(db, queues, removalClaims, {
    demandFor: async ({ subject }) => {
      const report = subject === null ? undefined : await findPayable(db, subject);
      return report && removalDemand(report, minimumTokens);
    },
    gone: reportGone,
    firstDelayMs,
    log,
  });
}
