import type { JobPayload } from '@naughty-list/contracts/job';
import type { recordMemberJob } from '@naughty-list/contracts/member-receipts';
import { leafOf } from '@naughty-list/ledger/leaf';
import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Knex } from 'knex';
import { insertRecords } from '../../record/ledger/records.ts';
import type { HeadRow } from './repository.ts';

// The membership service keeps salt and record of these leaves: this one has only the commitment, in base64.

export const aboutMember = (commitment: string): string => `member ${commitment}`;
const commitmentOf = (subject: string): string => subject.slice(aboutMember('').length);

/** Appends the leaf of a new membership. */
export async function recordMember(
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  { commitment }: JobPayload<typeof recordMemberJob>,
): Promise<void> {
  const base64 = Buffer.from(commitment, 'base64url').toString('base64');
  await db.transaction((trx) => appendMembers(trx, [base64], clock.now()));
}

/** Appends a leaf for each of these memberships that the current log lacks. */
async function appendMembers(
  trx: Knex.Transaction,
  commitments: readonly string[],
  now: Date,
): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtext('members of the ledger'))");
  const time = now.toISOString();
  const { rows } = await trx.raw<{ rows: { subject: string }[] }>(
    `select distinct new.subject from unnest(:subjects::text[]) new (subject)
     where not exists (
       select from ledger_records known
       where known.log = (select max(log) from ledger_head) and known.subject = new.subject)`,
    { subjects: commitments.map(aboutMember) },
  );
  await insertRecords(
    trx,
    rows.map(({ subject }) => ({
      ...{ subject, type: 'member', report_id: null, burn: null },
      entry: leafOf({ type: 'member', time }, commitmentOf(subject)),
    })),
  );
}

/** Appends a leaf in a new log for every membership of the one before it. */
export async function restateMembers(trx: Knex.Transaction, { log }: HeadRow, now: Date): Promise<void> {
  const members = await trx('ledger_records').where({ log, type: 'member' }).orderBy('id').pluck('subject');
  await appendMembers(trx, members.map(commitmentOf), now);
}
