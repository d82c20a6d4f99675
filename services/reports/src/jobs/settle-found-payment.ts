import type { FoundPayment } from '@naughty-list/contracts/found-payments';
import type { JobInfo } from '@naughty-list/service-kit/jobs/queues';
import type { Context } from '../context.ts';
import { settleFoundPayment as settle } from '../removal/settle-found-payment.ts';

export async function settleFoundPayment(
  { db, queues, config, constants }: Context,
  found: FoundPayment,
  { log }: JobInfo,
): Promise<void> {
  const claim = await settle(db, queues, {
    ...found,
    minimumTokens: config.REMOVAL_COST_TOKENS,
    dueInMs: constants.claimSweepAfterMs,
  });
  if (claim) log.info({ claim, reference: found.reference }, 'claimed a found payment');
}
