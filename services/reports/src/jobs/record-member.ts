import type { JobPayload } from '@naughty-list/contracts/job';
import type { recordMemberJob } from '@naughty-list/contracts/member-receipts';
import type { Context } from '../context.ts';
import { appendMembers } from '../publication/ledger/members.ts';

export async function recordMember(
  { db, clock }: Context,
  { commitment }: JobPayload<typeof recordMemberJob>,
): Promise<void> {
  const base64 = Buffer.from(commitment, 'base64url').toString('base64');
  await db.transaction((trx) => appendMembers(trx, [base64], clock.now()));
}
