import type { JobPayload } from '@naughty-list/contracts/job';
import type { applyMembershipVerdictJob } from '@naughty-list/contracts/payment-jobs';
import type { JobInfo } from '@naughty-list/service-kit/jobs/queues';
import { applyVerdict } from '../claims/apply-verdict.ts';
import type { Context } from '../context.ts';
import { provideInviteJob } from '../invites/provide-invite-job.ts';
import { inviteLeaseMs } from '../members/link.ts';

export async function applyMembershipVerdict(
  { db, queues, chat, constants }: Context,
  verdict: JobPayload<typeof applyMembershipVerdictJob>,
  { log }: JobInfo,
): Promise<void> {
  const telegramLink = chat.kind === 'fixed' ? chat.link : null;
  const applied = await applyVerdict(db, verdict, { telegramLink, inviteDueInMs: inviteLeaseMs(constants) });
  if (!applied) {
    log.info({ claim: verdict.id, outcome: verdict.outcome }, 'no pending claim for this verdict');
    return;
  }
  const { end, member } = applied;
  log.info({ claim: verdict.id, ...end, member: member?.id }, 'claim decided');
  if (!member || telegramLink !== null) return;
  const { requestId } = verdict;
  // If the queue is unavailable, the invite sweep adds it later.
  await queues
    .add(provideInviteJob, { memberId: member.id, round: member.inviteRound, requestId })
    .catch((err) => log.warn({ err, member: member.id }, 'invite job not added'));
}
