import type { Knex } from 'knex';

/** Found transactions that name a reference and cannot be judged stay until a release can; they wait apart from the others. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table found_transactions add column is_undecided boolean not null default false');
}
