import type { JobPayload } from '@naughty-list/contracts/job';
import type { applyBurnVerdictJob } from '@naughty-list/contracts/payment-jobs';
import { applyVerdict, releaseCredits } from '@naughty-list/payment-flow/effect';
import type { JobInfo } from '@naughty-list/service-kit/jobs/handler';
import type { Context } from '../context.ts';

export async function applyBurnVerdict(
  { db, paymentKind, chainVerifier }: Context,
  verdict: JobPayload<typeof applyBurnVerdictJob>,
  { log }: JobInfo,
): Promise<void> {
  const applied = await applyVerdict(db, paymentKind, verdict);
  if (applied?.isCredit) await releaseCredits({ db, chainVerifier, log }, paymentKind);
  if (applied) log.info({ claim: verdict.id, ...applied.end }, 'claim decided');
  else log.info({ claim: verdict.id, outcome: verdict.outcome }, 'no pending claim for this verdict');
}
