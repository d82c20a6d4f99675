import { applyBurnVerdictJob, applyMembershipVerdictJob, verifyPaymentJob } from './payment-jobs.ts';
import { recordVisitsJob } from './visits.ts';

/** All queues of the product. */
export const queueNames: readonly string[] = [
  applyBurnVerdictJob,
  applyMembershipVerdictJob,
  recordVisitsJob,
  verifyPaymentJob,
].map(({ queue }) => queue);
