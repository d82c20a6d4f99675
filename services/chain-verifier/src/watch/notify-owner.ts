import { settleMembershipPaymentJob, settleReportPaymentJob } from '@naughty-list/contracts/found-payments';
import { Address, Signature } from '@naughty-list/contracts/primitives';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Found } from './find-payments.ts';

/** Notifies the owner of a reference that it may have been paid. Throws if the queue does not accept it. */
export async function notifyOwner(
  queues: Pick<Queues, 'add'>,
  signature: string,
  { queue, reference, referenceKey }: Found,
): Promise<void> {
  const job = queue === 'reports' ? settleReportPaymentJob : settleMembershipPaymentJob;
  await queues.add(job, {
    signature: Signature.parse(signature),
    reference,
    ...(referenceKey !== undefined && { referenceKey: Address.parse(referenceKey) }),
  });
}

const FIRST_MS = 60_000;
const FACTOR = 10;
/** After a minute, ten minutes, two hours and 17 hours. */
const TIMES = 4;

/** When to notify again after this many notifications; null once that is enough. */
export function redeliverAt(notifications: number, now: Date): Date | null {
  return notifications < TIMES ? new Date(now.getTime() + FIRST_MS * FACTOR ** notifications) : null;
}
