import type { JobPayload } from '@naughty-list/contracts/job';
import type { applyBurnVerdictJob } from '@naughty-list/contracts/payment-jobs';
import type { JobInfo } from '@naughty-list/service-kit/jobs/queues';
import type { Context } from '../context.ts';
import { applyVerdict } from '../removal/apply-verdict.ts';

export async function applyBurnVerdict(
  { db }: Context,
  verdict: JobPayload<typeof applyBurnVerdictJob>,
  { log }: JobInfo,
): Promise<void> {
  const end = await applyVerdict(db, verdict);
  if (end) log.info({ claim: verdict.id, ...end }, 'claim decided');
  else log.info({ claim: verdict.id, outcome: verdict.outcome }, 'no pending claim for this verdict');
}
