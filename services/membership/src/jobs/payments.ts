import type { JobPayload } from '@naughty-list/contracts/job';
import type { applyMembershipVerdictJob } from '@naughty-list/contracts/payment-jobs';
import { onVerdict } from '@naughty-list/payment-flow/effect';
import type { JobInfo } from '@naughty-list/service-kit/jobs/handler';
import type { Context } from '../context.ts';
import { provideInviteJob } from '../invites/invites.ts';

export async function applyMembershipVerdict(
  { db, queues, chat, paymentKind, chainVerifier }: Context,
  verdict: JobPayload<typeof applyMembershipVerdictJob>,
  { log }: JobInfo,
): Promise<void> {
  const member = await onVerdict({ db, chainVerifier, paymentKind }, verdict, { log });
  if (!member || chat.kind === 'fixed') return;
  const { requestId } = verdict;
  // If the queue is unavailable, the sweep adds it later.
  await queues
    .add(provideInviteJob, { memberId: member.id, requestId })
    .catch((err) => log.warn({ err, member: member.id }, 'invite job not added'));
}
