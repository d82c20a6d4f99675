import type { Knex } from 'knex';

/** The chain's time when no provider first knew the transaction: a machine's clock may jump, the chain's does not. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table verifications add column absent_since timestamptz');
}
