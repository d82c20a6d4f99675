import { defineJob } from '@naughty-list/contracts/job';
import { z } from 'zod';

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
