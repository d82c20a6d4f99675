import type { Knex } from 'knex';

/** What is decided at once is written with its verdict: those who follow it are told of that as of a change. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create trigger notify_first_state after insert on verifications for each row
      when ((new.stage, new.outcome, new.code) is distinct from ('received', 'pending', null))
      execute function notify_verification()`);
}
