import type { Knex } from 'knex';

/**
 * The least that was ever asked for, in whole tokens: who was asked for less before a price rose may pay that still. What was
 * asked for removals so far is known; membership fees are from the next start on.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table lowest_prices (
      contract_address text not null,
      queue text not null check (queue in ('reports', 'membership')),
      tokens numeric(16) not null,
      primary key (contract_address, queue)
    )`);
  await knex.raw(`
    insert into lowest_prices (contract_address, queue, tokens)
    select contract_address, 'reports', removal_cost_tokens::numeric from list_token_config`);
}
