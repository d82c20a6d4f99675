import { leafOf } from '@naughty-list/ledger/leaf';
import type { Knex } from 'knex';

// The membership service has salt and record of these leaves: here is no more than the commitment, in base64.

export const aboutMember = (commitment: string): string => `member ${commitment}`;

/** Appends a leaf for each of these memberships that the current log lacks. */
export async function appendMembers(
  trx: Knex.Transaction,
  commitments: readonly string[],
  now: Date,
): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtext('members of the ledger'))");
  const time = now.toISOString();
  await trx.raw(
    `insert into ledger_records (log, subject, type, entry)
     select head.log, told.subject, 'member', told.entry
     from unnest(:subjects::text[], :entries::bytea[]) told (subject, entry),
       (select max(log) as log from ledger_head) head
     where not exists (select from ledger_records known where known.log = head.log and known.subject = told.subject)`,
    {
      subjects: commitments.map(aboutMember),
      entries: commitments.map((commitment) => leafOf({ type: 'member', time }, commitment)),
    },
  );
}

/** Appends a leaf in a new log for every membership of the one before it. */
export async function restateMembers(trx: Knex.Transaction, before: number, now: Date): Promise<void> {
  const subjects: string[] = await trx('ledger_records')
    .where({ log: before, type: 'member' })
    .orderBy('id')
    .pluck('subject');
  await appendMembers(
    trx,
    subjects.map((subject) => subject.slice(aboutMember('').length)),
    now,
  );
}
