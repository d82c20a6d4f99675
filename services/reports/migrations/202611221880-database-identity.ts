import type { Knex } from 'knex';

/** In which database the rows are: a start in another one lets no number be given that was given after the backup. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table database_identity (
      only_one boolean primary key default true check (only_one),
      identity text not null
    )`);
}
