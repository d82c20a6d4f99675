import { demandOf } from '@naughty-list/payment-flow/intent';
import { findIntent } from '@naughty-list/payment-flow/intent-table';
import { releaseCredits } from '@naughty-list/payment-flow/release-credits';
import { sweepClaims } from '@naughty-list/payment-flow/sweep';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { removalClaims, reportGone } from './claim.ts';
import { removalDemand } from './demand.ts';
import { payableRemovals } from './payable.ts';
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
    demandFor: async ({ subject, intentId }) => {
      const report = subject === null ? undefined : await findPayable(db, subject);
      const intent = intentId === null ? undefined : await findIntent(db, intentId);
      return report && demandOf(removalDemand(report, minimumTokens), intent);
    },
    gone: reportGone,
    firstDelayMs,
    log,
  });
}

export async function sweepCredits({
  db,
  chainVerifier,
  log,
}: Pick<Context, 'db' | 'chainVerifier' | 'log'>): Promise<void> {
  const payable = payableRemovals;
  const credits = await releaseCredits(db, chainVerifier, { payable, gone: reportGone, log });
  if (credits > 0) log.info({ credits }, 'payments without effect released');
}

export const claimSweep = every(
  ({ constants }: Context) => constants.claimSweepAfterMs,
  async ({ db, queues, chainVerifier, config, constants, log }) => {
    const sent = await sweepRemovals(db, queues, {
      firstDelayMs: constants.claimSweepAfterMs,
      minimumTokens: config.REMOVAL_COST_TOKENS,
      log,
    });
    if (sent > 0) log.info({ sent }, 'claims resent');
    await sweepCredits({ db, chainVerifier, log });
  },
);
