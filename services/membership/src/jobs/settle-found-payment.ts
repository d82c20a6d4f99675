import type { FoundPayment } from '@naughty-list/contracts/found-payments';
import type { JobInfo } from '@naughty-list/service-kit/jobs/queues';
import { settleFoundPayment as settle } from '../claims/settle-found-payment.ts';
import type { Context } from '../context.ts';

export async function settleFoundPayment(
  { db, queues, constants }: Context,
  found: FoundPayment,
  { log }: JobInfo,
): Promise<void> {
  const dueInMs = constants.claimSweepAfterMs;
  const onUnsent = (err: unknown) => log.warn({ err }, 'claim not sent');
  const claim = await settle(db, queues, { ...found, dueInMs, onUnsent });
  if (claim) log.info({ claim, reference: found.reference }, 'claimed a found payment');
}
