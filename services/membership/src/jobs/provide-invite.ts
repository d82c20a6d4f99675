import type { JobPayload } from '@naughty-list/contracts/job';
import type { JobInfo } from '@naughty-list/service-kit/jobs/queues';
import type { Context } from '../context.ts';
import { provideInvite as provide } from '../invites/provide.ts';
import type { provideInviteJob } from '../invites/provide-invite-job.ts';

export async function provideInvite(
  { db, chat }: Context,
  { memberId, round }: JobPayload<typeof provideInviteJob>,
  { log }: JobInfo,
): Promise<void> {
  // The settings may have changed since: a shared link needs no invite.
  if (chat.kind === 'invites') await provide(db, chat.telegram, { memberId, round, log });
}
