import { defineJob, type JobPayload } from '@naughty-list/contracts/job';
import type { JobInfo } from '@naughty-list/service-kit/jobs/handler';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { findMember, findUninvited, saveInvite } from '../members/repository.ts';

/** Creates a member's invite; while Telegram fails, it is retried. */
export const provideInviteJob = defineJob({
  queue: 'membership',
  name: 'provide-invite',
  payload: z.object({ memberId: z.number().int().min(1), requestId: z.string().optional() }),
  id: ({ memberId }) => `provide-invite.${memberId}`,
  attempts: 1_000,
  backoffMs: 1_000,
  maxBackoffMs: 60_000,
});

/** Starts invites that were lost with a queue, or failed for too long. A shared link needs none. */
export async function sendInvites({
  db,
  queues,
  chat,
}: Pick<Context, 'db' | 'queues' | 'chat'>): Promise<void> {
  if (chat.kind === 'fixed') return;
  for (const memberId of await findUninvited(db)) await queues.deliver(provideInviteJob, { memberId });
}

export async function provideInvite(
  { db, chat }: Context,
  { memberId }: JobPayload<typeof provideInviteJob>,
  { log }: JobInfo,
): Promise<void> {
  const member = await findMember(db, memberId);
  // The settings may have changed since.
  if (chat.kind === 'fixed' || !member || member.telegramLink !== null) return;
  await saveInvite(db, memberId, await chat.telegram.createInvite(`Member ${memberId}`));
  log.info({ member: memberId }, 'invite created');
}
