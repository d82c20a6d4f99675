import type { Knex } from 'knex';

/** The owner's sweep asks again while a claim is pending: only the job of the newest round goes on. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table verifications add column round integer not null default 0');
}
