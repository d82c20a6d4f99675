import type { JobPayload } from '@naughty-list/contracts/job';
import {
  applyBurnVerdictJob,
  applyMembershipVerdictJob,
  verifyBurnJob,
} from '@naughty-list/contracts/payment-jobs';
import { Address } from '@naughty-list/contracts/primitives';
import { handle, type JobHandler, type Queues } from '@naughty-list/service-kit/queues';
import type { Context } from '../context.ts';
import { pendingCode } from '../verifications/pending.ts';
import { putOff } from '../verifications/put-off.ts';
import type { VerificationRecord } from '../verifications/verification.ts';
import { verify } from '../verifications/verify.ts';

/**
 * Judges, then tells the owner. A fault throws and is tried again; a job that is run again finds the verdict and tells
 * the owner once more, who minds only the first time.
 */
export function verifyBurnHandler({ verifier, queues, paymentMetrics }: Context): JobHandler {
  return handle(verifyBurnJob, async (payload, { log }) => {
    const record = await verify(verifier, payload).catch((error) => {
      paymentMetrics.undecided({ code: pendingCode(error) });
      return putOff(verifier, payload.id, error);
    });
    if (record.outcome === 'pending') {
      log.debug({ id: record.id, round: record.round }, 'left undecided, or to the job of a newer round');
      return;
    }
    const { purpose, outcome, code } = record;
    paymentMetrics.judged({ purpose, outcome, code: code ?? 'none' });
    log.info({ id: record.id, outcome: record.outcome, code: record.code }, 'judged');
    await tellOwner(queues, record, payload);
  });
}

async function tellOwner(
  queues: Queues,
  record: VerificationRecord,
  asked: JobPayload<typeof verifyBurnJob>,
): Promise<void> {
  switch (record.purpose) {
    case 'look':
      return;
    case 'removal':
      return queues.add(applyBurnVerdictJob, verdictPayload(record, asked));
    case 'membership': {
      const payer = record.payer === null ? null : Address.parse(record.payer);
      return queues.add(applyMembershipVerdictJob, { ...verdictPayload(record, asked), payer });
    }
  }
}

function verdictPayload(
  record: VerificationRecord,
  { id, round, requestId }: JobPayload<typeof verifyBurnJob>,
): JobPayload<typeof applyBurnVerdictJob> {
  const { outcome, code, message, amount, decimals, slot, rules } = record;
  if (outcome === 'pending') throw new Error(`${id} is not decided`);
  return { id, outcome, code, message, amount, decimals, slot, rules, round, requestId };
}
