import { applyBurnVerdictJob, applyMembershipVerdictJob, verifyBurnJob } from './payment-jobs.ts';
import { recordVisitsJob } from './visits.ts';

/** Every queue of the product, for those who look after all of them. */
export const queueNames: readonly string[] = [
  applyBurnVerdictJob,
  applyMembershipVerdictJob,
  recordVisitsJob,
  verifyBurnJob,
].map(({ queue }) => queue);
