import { defineJob } from '@naughty-list/contracts/job';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { Context } from '../context.ts';
import {
  findMember,
  inviteLeaseMs,
  rescheduleInvite,
  saveInvite,
  takeUninvited,
} from '../members/repository.ts';
import { type Telegram, TelegramFault } from './telegram.ts';

/** Creates a member's invite. One attempt only: the sweep starts a new round for members without an invite. */
export const provideInviteJob = defineJob({
  queue: 'membership',
  name: 'provide-invite',
  payload: z.object({
    memberId: z.number().int().min(1),
    round: z.number().int().min(0),
    requestId: z.string().optional(),
  }),
  id: ({ memberId, round }) => `provide-invite.${memberId}.${round}`,
  attempts: 1,
  backoffMs: 1_000,
  maxBackoffMs: 1_000,
});

const BATCH = 50;
const EVERY_MS = 1_000;

/**
 * Starts invites for members without one: rescheduled, or lost with a process or queue. `leaseMs` exceeds the time of
 * a Telegram call, so that a member is not invited twice at once.
 */
export async function sweepInvites(db: Knex, queues: Pick<Queues, 'add'>, leaseMs: number): Promise<void> {
  const members = await takeUninvited(db, { limit: BATCH, leaseMs });
  await Promise.all(
    members.map(({ id: memberId, inviteRound: round }) => queues.add(provideInviteJob, { memberId, round })),
  );
}

/** A shared link needs no invites. */
export const inviteSweep = every(EVERY_MS, async ({ db, queues, constants, chat }: Context) => {
  if (chat.kind === 'invites') await sweepInvites(db, queues, inviteLeaseMs(constants));
});

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

/**
 * Creates a member's invite, unless there is one or a newer round is under way. When Telegram fails, reschedules it:
 * after Telegram's `retry_after`, else with a backoff that doubles from a second to a minute.
 */
export async function provideInvite(
  db: Knex,
  telegram: Telegram,
  { memberId, round, log }: { memberId: number; round: number; log: Log },
): Promise<void> {
  const member = await findMember(db, memberId);
  if (!member || member.telegramLink !== null || member.inviteRound !== round) return;
  try {
    const link = await telegram.createInvite(`Member ${memberId}`);
    await saveInvite(db, memberId, link);
    log.info({ member: memberId }, 'invite created');
  } catch (error) {
    if (!(error instanceof TelegramFault)) throw error;
    const delayMs = error.retryAfterMs ?? Math.min(FIRST_DELAY_MS * 2 ** Math.min(round, 16), MAX_DELAY_MS);
    log.warn({ member: memberId, delayMs, reason: error.message }, 'invite rescheduled');
    await rescheduleInvite(db, memberId, delayMs);
  }
}
