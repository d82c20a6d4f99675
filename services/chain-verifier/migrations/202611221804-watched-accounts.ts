import type { Knex } from 'knex';

/** Token accounts of the burn wallet are watched while they hold something: anyone can open an empty one for it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table watched_addresses add column is_account boolean not null default false');
}
