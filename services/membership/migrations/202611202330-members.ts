import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('alpha_group_members', (table) => {
    table.increments('id');
    table.text('wallet_address').notNullable();
    table.text('burn_address').notNullable();
    table.text('transaction_hash').notNullable().unique();
    // The amount that was verified is always written; the default is the specification's.
    table.decimal('tokens_amount', 39, 0).notNullable().defaultTo(1_500_000);
    table.boolean('telegram_link_provided').notNullable().defaultTo(false);
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
}
