import type { Knex } from 'knex';

/** Memberships are paid for like removals; who paid is kept with the verdict. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table verifications
      drop constraint verifications_purpose_check,
      add constraint verifications_purpose_check check (purpose in ('look', 'removal', 'membership')),
      add column payer text`);
}
