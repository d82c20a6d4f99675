import type { Knex } from 'knex';

/** What a receipt needs besides the evidence; null in older rows. */
export async function up(knex: Knex): Promise<void> {
  // The whole demand by which an accepted claim was judged.
  await knex.raw('alter table verifications add column judged_demand jsonb');
  // JSON as text: jsonb would refuse a NUL.
  await knex.raw('alter table evidence add column response text');
}
