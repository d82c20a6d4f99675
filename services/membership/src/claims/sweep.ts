import { demandOf } from '@naughty-list/payment-flow/intent';
import { findIntent } from '@naughty-list/payment-flow/intent-table';
import { releaseCredits } from '@naughty-list/payment-flow/release-credits';
import { sweepClaims } from '@naughty-list/payment-flow/sweep';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { findReference } from '../references/repository.ts';
import { memberAlready, membershipClaims } from './claim.ts';
import { membershipDemand } from './demand.ts';
import { payableMemberships } from './payable.ts';
import { tellSettlements } from './settle.ts';

/** Requests the verdict again for every claim that has been pending too long. */
export async function sweepMemberships(
  db: Knex,
  queues: Pick<Queues, 'add'>,
  { firstDelayMs, log }: { firstDelayMs: number; log: Log },
): Promise<number> {
  return sweepClaims(db, queues, membershipClaims, {
    demandFor: async ({ subject, intentId }) => {
      const reference = subject === null ? undefined : await findReference(db, subject);
      const intent = intentId === null ? undefined : await findIntent(db, intentId);
      return reference && demandOf(membershipDemand(reference), intent);
    },
    gone: memberAlready,
    firstDelayMs,
    log,
  });
}

export const claimSweep = every(
  ({ constants }: Context) => constants.claimSweepAfterMs,
  async ({ db, queues, chainVerifier, constants, log }) => {
    const sent = await sweepMemberships(db, queues, { firstDelayMs: constants.claimSweepAfterMs, log });
    if (sent > 0) log.info({ sent }, 'claims resent');
    await tellSettlements(db, queues);
    const payable = payableMemberships;
    const credits = await releaseCredits(db, chainVerifier, { payable, gone: memberAlready, log });
    if (credits > 0) log.info({ credits }, 'payments without effect released');
  },
);
