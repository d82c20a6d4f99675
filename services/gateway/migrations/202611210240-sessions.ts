import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('admin_users', (table) => {
    // Rises with each new password; sessions that were opened under an earlier one are worth nothing.
    table.integer('password_version').notNullable().defaultTo(1);
  });
  // An admin is looked up at login whatever the case of the name; two that differ in case alone would be one person's slip.
  await knex.raw('create unique index admin_users_username_lower on admin_users (lower(username))');
  await knex.schema.createTable('sessions', (table) => {
    // A hash of the cookie's value: reading the table is not enough to take over a session.
    table.text('id').primary();
    table.integer('admin_id').notNullable().references('admin_users.id').onDelete('cascade');
    table.jsonb('data').notNullable();
    table.timestamp('last_seen_at').notNullable();
    table.timestamp('expires_at').notNullable();
    // An account that is removed takes its sessions along.
    table.index('admin_id');
    // Expired rows are deleted at each login.
    table.index('expires_at');
  });
}
