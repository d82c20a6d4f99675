import type { Queues } from '@naughty-list/service-kit/queues';
import type { Knex } from 'knex';
import { takeUninvited } from '../members/repository.ts';
import { provideInviteJob } from './provide-invite-job.ts';

const BATCH = 50;

/**
 * Starts the invites of members that have none: put off, or lost with a process or a queue. `leaseMs` is longer than a call
 * to Telegram may take, so that the same member is not invited twice at a time.
 */
export async function sweepInvites(db: Knex, queues: Pick<Queues, 'add'>, leaseMs: number): Promise<void> {
  const members = await takeUninvited(db, { limit: BATCH, leaseMs });
  await Promise.all(
    members.map(({ id: memberId, inviteRound: round }) => queues.add(provideInviteJob, { memberId, round })),
  );
}
