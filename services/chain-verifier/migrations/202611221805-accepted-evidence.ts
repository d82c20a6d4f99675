import type { Knex } from 'knex';

/** Evidence that an accepted claim rests on never changes; what only refusals rest on gives way to what is read later. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table evidence add column is_accepted boolean not null default false');
}
