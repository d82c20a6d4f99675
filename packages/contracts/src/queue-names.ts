import { applyBurnVerdictJob, applyMembershipVerdictJob, verifyBurnJob } from './payment-jobs.ts';
import { recordVisitsJob } from './visits.ts';

/** All queues of the product. */
export const queueNames: readonly string[] = [
  applyBurnVerdictJob,
  applyMembershipVerdictJob,
  recordVisitsJob,
  verifyBurnJob,
].map(({ queue }) => queue);
