import type { Knex } from 'knex';

/** For the migration of a service that issues proofs. Released: change the table only by a new migration. */
export async function createProofTable(db: Knex): Promise<void> {
  await db.raw(`
    create table payment_proofs (
      id uuid primary key default gen_random_uuid(),
      -- What is to be paid for, as in the demand: report:7.
      subject text not null,
      -- Of the transaction.
      signature text not null,
      wallet text not null,
      message text not null,
      issued_at timestamptz not null,
      expires_at timestamptz not null,
      -- Set by the claim that it was used for, in the same transaction.
      used_at timestamptz
    );

    -- Serves forgetProofs.
    create index payment_proofs_expiry on payment_proofs (expires_at);
  `);
}
