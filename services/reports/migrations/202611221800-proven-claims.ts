import { createProofTable } from '@naughty-list/payment-proofs/create-table';
import type { Knex } from 'knex';

/** Which wallet signed for a claim, whose signature a refused one lacks, and the messages that were issued to sign. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table removal_claims
      add column proven_wallet text,
      add column payers jsonb
  `);
  await createProofTable(db);
}
