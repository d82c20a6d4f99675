import type { Knex } from 'knex';

/** A member's wallet is proved in another browser without a transaction. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table payment_proofs alter column signature drop not null');
}
