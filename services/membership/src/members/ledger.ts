import { recordMemberJob } from '@naughty-list/contracts/member-receipts';
import { canonicalJson, commit, newSalt } from '@naughty-list/ledger/leaf';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Knex } from 'knex';

/** The record of a membership's leaf, with the leaf's commitment in base64url. */
export type MemberRecord = { salt: string; record: string; commitment: string };

type Row = { id: number; transaction_hash: string; wallet_address: string; created_at: Date };
type Kept = { ledger_salt: Buffer | null; ledger_record: string | null };

/**
 * Stores a record and a salt for each new member and sends their commitments to the ledger, again until it has them. Idempotent.
 */
export async function addMembersToLedger(db: Knex, queues: Pick<Queues, 'deliver'>): Promise<void> {
  const unsent: (Row & Kept)[] = await db('alpha_group_members')
    .where({ ledger_told: false })
    .whereNotNull('claim_id')
    .orderBy('id')
    .limit(100)
    .select('id', 'transaction_hash', 'wallet_address', 'created_at', 'ledger_salt', 'ledger_record');
  for (const row of unsent) {
    const kept = toRecord(row) ?? toRecord(await keepRecord(db, row));
    if (!kept || !(await queues.deliver(recordMemberJob, { commitment: kept.commitment }))) continue;
    await db('alpha_group_members').where({ id: row.id }).update({ ledger_told: true });
  }
}

/** Stores it once: a second process gets what the first one stored. */
async function keepRecord(
  db: Knex,
  { id, transaction_hash: payment, wallet_address: wallet, created_at: at }: Row,
): Promise<Kept | undefined> {
  const record = canonicalJson({ kind: 'member', payment, wallet, at: at.toISOString() });
  await db('alpha_group_members')
    .where({ id, ledger_salt: null })
    .update({ ledger_salt: newSalt(), ledger_record: record });
  return db('alpha_group_members').where({ id }).first('ledger_salt', 'ledger_record');
}

/** The record of the member that a claim admitted; `waiting` for seconds, until the ledger has its commitment. */
export async function findMemberRecord(
  db: Knex,
  claimId: string,
): Promise<MemberRecord | 'waiting' | undefined> {
  const row: (Kept & { ledger_told: boolean }) | undefined = await db('alpha_group_members')
    .where({ claim_id: claimId })
    .first('ledger_salt', 'ledger_record', 'ledger_told');
  return row && ((row.ledger_told && toRecord(row)) || 'waiting');
}

function toRecord(row: Kept | undefined): MemberRecord | undefined {
  const { ledger_salt: salt = null, ledger_record: record = null } = row ?? {};
  if (salt === null || record === null) return undefined;
  const commitment = Buffer.from(commit(salt, record), 'base64').toString('base64url');
  return { salt: salt.toString('base64'), record, commitment };
}
