import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('admin_users', (table) => {
    table.increments('id');
    table.text('username').notNullable().unique();
    table.text('password_hash').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('last_login_at');
  });
  // As specified; no route uses it.
  await knex.schema.createTable('users', (table) => {
    table.increments('id');
    table.text('username').notNullable().unique();
    table.text('password').notNullable();
  });
}
