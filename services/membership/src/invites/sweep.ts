import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Knex } from 'knex';
import { takeUninvited } from '../members/repository.ts';
import { provideInviteJob } from './provide-invite-job.ts';

const BATCH = 50;

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
