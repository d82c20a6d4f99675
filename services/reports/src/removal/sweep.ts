import { sweepClaims } from '@naughty-list/payment-claims/sweep';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
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

export const claimSweep = every(
  ({ config }: Context) => config.CLAIM_SWEEP_AFTER_MS,
  async ({ db, queues, config, log }) => {
    const { CLAIM_SWEEP_AFTER_MS: firstDelayMs, REMOVAL_COST_TOKENS: minimumTokens } = config;
    const sent = await sweepRemovals(db, queues, { firstDelayMs, minimumTokens, log });
    if (sent > 0) log.info({ sent }, 'claims resent');
  },
);
