import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('site_visits', (table) => {
    table.bigIncrements('id');
    table.timestamp('visit_date').notNullable().defaultTo(knex.fn.now());
    table.text('ip_address');
    table.text('user_agent');
    table.text('page_url').notNullable();
    table.text('referrer');
  });
  await knex.schema.createTable('recorded_batches', (table) => {
    table.uuid('batch_id').primary();
    table.timestamp('recorded_at').notNullable();
    // Serves `forgetBatches`: the oldest first.
    table.index('recorded_at');
  });
  // One row, so that reading the counter costs the same however many visits there are.
  await knex.schema.createTable('hit_counter', (table) => {
    table.boolean('only_row').primary().defaultTo(true).checkIn(['true']);
    table.bigInteger('hit_count').notNullable().defaultTo(0);
  });
  await knex('hit_counter').insert({ hit_count: 0 });
}
