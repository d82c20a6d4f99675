import { settleReportPaymentJob } from '@naughty-list/contracts/found-payments';
import type { JobPayload } from '@naughty-list/contracts/job';
import { applyBurnVerdictJob } from '@naughty-list/contracts/payment-jobs';
import { handle, type JobHandler, type JobInfo } from '@naughty-list/service-kit/jobs/queues';
import type { Context } from '../context.ts';
import { startSweeps } from '../sweeps.ts';
import { applyBurnVerdict } from './apply-burn-verdict.ts';
import { settleFoundPayment } from './settle-found-payment.ts';

/** All jobs of this service. */
const jobs = { applyBurnVerdict: applyBurnVerdictJob, settleFoundPayment: settleReportPaymentJob } as const;

type Handlers = {
  [Name in keyof typeof jobs]: (
    context: Context,
    payload: JobPayload<(typeof jobs)[Name]>,
    info: JobInfo,
  ) => Promise<void>;
};

const handlers: Handlers = { applyBurnVerdict, settleFoundPayment };

/** Starts the workers and the sweeps. */
export async function startJobs(context: Context): Promise<void> {
  await context.queues.work(jobHandlers(context));
  startSweeps(context);
}

function jobHandlers(context: Context): JobHandler[] {
  return [
    handle(jobs.applyBurnVerdict, (payload, info) => handlers.applyBurnVerdict(context, payload, info)),
    handle(jobs.settleFoundPayment, (payload, info) => handlers.settleFoundPayment(context, payload, info)),
  ];
}
