import { auditLedgerJob } from './ledger.ts';
import { applyBurnVerdictJob, applyMembershipVerdictJob, verifyPaymentJob } from './payment-jobs.ts';
import { recordVisitsJob } from './visits.ts';
import { deliverWebhookJob } from './webhooks.ts';

/** All queues of the product. */
export const queueNames: readonly string[] = [
  applyBurnVerdictJob,
  applyMembershipVerdictJob,
  recordVisitsJob,
  verifyPaymentJob,
  deliverWebhookJob,
  auditLedgerJob,
].map(({ queue }) => queue);
