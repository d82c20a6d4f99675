import { settleMembershipPaymentJob } from '@naughty-list/contracts/found-payments';
import { applyMembershipVerdictJob } from '@naughty-list/contracts/payment-jobs';
import { handle, type JobHandler } from '@naughty-list/service-kit/jobs/queues';
import type { Context } from '../context.ts';
import { provideInviteJob } from '../invites/provide-invite-job.ts';
import { startSweeps } from '../sweeps.ts';
import { applyMembershipVerdict } from './apply-membership-verdict.ts';
import { provideInvite } from './provide-invite.ts';
import { settleFoundPayment } from './settle-found-payment.ts';

/** All jobs of this service. */
export function jobHandlers(context: Context): JobHandler[] {
  return [
    handle(applyMembershipVerdictJob, (payload, info) => applyMembershipVerdict(context, payload, info)),
    handle(provideInviteJob, (payload, info) => provideInvite(context, payload, info)),
    handle(settleMembershipPaymentJob, (payload, info) => settleFoundPayment(context, payload, info)),
  ];
}

/** Starts the workers and the sweeps. */
export async function startJobs(context: Context): Promise<void> {
  await context.queues.work(jobHandlers(context));
  startSweeps(context);
}
